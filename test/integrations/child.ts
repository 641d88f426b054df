/** holdfast as plugins start it: `child.js ARCHIVE hook HOST serve`. Its input and output are the protocol's. */
import { PLUGIN_HOSTS } from '../../src/integrations/host-adapter.ts';
import { serveHost } from '../../src/integrations/serve-host.ts';
import { sqlite } from '../../src/sqlite.ts';

const [, , path = '', , named = ''] = process.argv;
const host = PLUGIN_HOSTS.find((one) => one === named);
if (host === undefined) throw new Error('no such host');
const archive = sqlite(path);
await serveHost({ host, input: process.stdin, output: process.stdout, archive });
await archive.close();
