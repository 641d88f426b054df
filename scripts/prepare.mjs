// `npm ci` leaves a working `npx holdfast`. Without the development dependencies (`npm ci --omit=dev`) there is nothing
// to build with, and an install must not fail for it.
import { existsSync } from 'node:fs';

if (existsSync('node_modules/tsdown')) {
  const { build } = await import('tsdown');
  await build({ logLevel: 'error' });
}
