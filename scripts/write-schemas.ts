import { writeFileSync } from 'node:fs';
import { publishedSchemas } from './published-schemas.ts';

// `npm run schema`: writes the published JSON Schemas from their one source. Run from the repository's root.
for (const [name, text] of Object.entries(publishedSchemas())) {
  writeFileSync(`schema/${name}`, text);
  process.stdout.write(`schema/${name}\n`);
}
