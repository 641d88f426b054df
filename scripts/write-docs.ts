import { writeFileSync } from 'node:fs';
import { referencePages } from './reference-pages.ts';

// `npm run docs`: writes the pages that are made from the code's own tables. Run from the repository's root.
for (const [name, text] of Object.entries(referencePages())) {
  writeFileSync(`docs/${name}`, text);
  process.stdout.write(`docs/${name}\n`);
}
