import { parentPort, workerData } from 'node:worker_threads';
import type { Archive } from '../../archive/archive.ts';
import { openArchive } from '../../archive/open-archive.ts';
import { loadO200k } from '../../tokens/o200k-counter.ts';
import { byteCounter } from '../byte-counter.ts';
import { shorten } from '../shorten.ts';
import type { Job, JobResult, ThreadStart } from './job.ts';
import { sentError } from './sent-error.ts';

// The other side of `CompactionThread`: a program of its own, that the build puts beside the chunk that starts it.

const { archiveUrl } = workerData as ThreadStart;
/** At once, so that it is the file that the other side opened: one that is made later at its place is another. */
let opening = openArchive(archiveUrl);
opening.catch(() => {});
/** Read while nothing is to be done yet, so that the first compaction does not wait for it. */
const vocabulary = loadO200k();

async function resultOf({ id, body, counter, options, targets }: Job): Promise<JobResult> {
  try {
    const archive = await opening.catch((): Promise<Archive> => {
      opening = openArchive(archiveUrl);
      return opening;
    });
    const bytes = byteCounter();
    const { status, text, receipt } = await shorten(body, { ...options, archive, counter: counter === bytes.name ? bytes : await vocabulary }, targets);
    return { id, shortened: { status, text, receipt } };
  } catch (error) {
    return { id, error: sentError(error) };
  }
}

parentPort?.on('message', (job: Job) => {
  void resultOf(job).then((result) => parentPort?.postMessage(result));
});
