import { readFileSync } from 'node:fs';
import { compact } from 'holdfast';
import { sqlite } from 'holdfast/sqlite';

const request = readFileSync('request.json', 'utf8');
const archive = sqlite('holdfast.db');
const { messages, receipt } = await compact(request, { format: 'anthropic', window: 200_000, target: 0.4, archive });
console.log(`${receipt.tokensBefore} → ${receipt.tokensAfter} tokens, ${messages.length} messages`);
await archive.close();
