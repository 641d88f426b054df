/**
 * A process of its own that writes segments over a provider on loopback, killed by the test. Run as
 * `child.ts ARCHIVE BASE_URL SEGMENTS`; says on standard output, as JSON, what it wrote.
 */
import { archiveSummaryCache } from '../../src/archive-summary-cache.ts';
import { sqlite } from '../../src/sqlite.ts';
import { modelSummarizer } from '../../src/summarize/model.ts';
import { writeSegments } from '../../src/summarize/write-segments.ts';
import { MODELS } from './models.ts';
import { requestsOf } from './segments.ts';
import { smallCheck } from './small-check.ts';

const [, , path = '', baseURL = '', segmentCount = ''] = process.argv;

const archive = sqlite(path);
const written = await writeSegments(requestsOf(Number(segmentCount)), {
  summarizer: modelSummarizer(MODELS['anthropic'](baseURL)),
  check: smallCheck,
  cache: archiveSummaryCache(archive, 'c'),
  concurrency: 1,
  onError: 'throw',
});
await archive.close();
process.stdout.write(JSON.stringify(written));
