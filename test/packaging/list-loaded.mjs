// Run by `node --import`: prints what the program loaded, one a line, after "loaded ".
import { writeSync } from 'node:fs';
import { createRequire, register } from 'node:module';

const HOOK = `
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    writeSync(1, 'loaded ' + url + '\\n');
    return next(url, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(HOOK)}`);

// What CommonJS loads does not pass the hook, and native modules are mapped into the process.
process.on('exit', () => {
  const paths = [...Object.keys(createRequire(import.meta.url).cache), ...process.report.getReport().sharedObjects];
  for (const path of paths) writeSync(1, `loaded ${path}\n`);
});
