import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { memory } from '../src/archive/memory/index.ts';
import { openSession } from '../src/inspector/open-session.ts';
import { serveSession } from '../src/inspector/serve.ts';
import { SERIALIZERS } from '../test/generators/abstract-conversation.ts';
import { findChromium, launchChromium, settled } from '../test/inspector/open-page.ts';
import { manySpans } from '../test/inspector/sessions.ts';
import { generateSession } from './generate-session.ts';

// How the inspector's page keeps up: npm run build && npm run bench:inspector

const PAGE = fileURLToPath(new URL('dist/inspector/', pathToFileURL(`${process.cwd()}/`)));
const SESSIONS: Readonly<Record<string, () => string>> = {
  '200k tokens': () => SERIALIZERS.pi(generateSession(200_000, 1)),
  '50,000 spans': () => manySpans(50_000),
};

/** Milliseconds. */
interface Measured {
  readonly serverMs: number;
  readonly readyMs: number;
  readonly steps: readonly number[];
  readonly slider: readonly number[];
  readonly walk: readonly number[];
  readonly zoom: readonly number[];
  readonly scroll: readonly number[];
}

/** In the page: times between frames while something is done each frame. */
const FRAMES = `(act, count) => new Promise((resolve) => {
  const times = [];
  const steps = new Set();
  let last = performance.now();
  let done = 0;
  const frame = (now) => {
    times.push(now - last);
    last = now;
    const step = document.querySelector('[data-testid=plan-state]')?.getAttribute('data-step-ms');
    if (step) steps.add(step);
    if (done++ >= count) return resolve({ times: times.slice(1), steps: [...steps].map(Number) });
    act(done);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})`;

const ACTS = {
  slider: `(n) => { const slider = document.getElementById('target'); slider.value = String(40 + (n * 3) % 320); slider.dispatchEvent(new Event('input', { bubbles: true })); }`,
  walk: `() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))`,
  zoom: `(n) => document.dispatchEvent(new KeyboardEvent('keydown', { key: n % 24 < 12 ? '+' : '-', bubbles: true }))`,
  scroll: `(n) => { document.getElementById('window-before').scrollTop = n * 900; }`,
} as const;

async function frames(page: Page, act: keyof typeof ACTS, count = 120): Promise<{ readonly times: readonly number[]; readonly steps: readonly number[] }> {
  return (await page.evaluate(`(${FRAMES})(${ACTS[act]}, ${count})`)) as { times: number[]; steps: number[] };
}

async function measure(browser: Browser, text: string): Promise<Measured> {
  const archive = memory();
  let start = performance.now();
  const session = await openSession({ text, fileName: 'session.jsonl', options: { recall: 'cli' }, planning: archive, archive });
  const serverMs = performance.now() - start;
  const server = await serveSession(session, { pageFolder: PAGE });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  try {
    start = performance.now();
    await page.goto(server.url);
    await page.waitForSelector('#target:not([disabled])');
    const readyMs = performance.now() - start;
    await settled(page);
    const slider = await frames(page, 'slider');
    await settled(page);
    const [walk, zoom, scroll] = [await frames(page, 'walk'), await frames(page, 'zoom'), await frames(page, 'scroll')];
    return { serverMs, readyMs, steps: slider.steps, slider: slider.times, walk: walk.times, zoom: zoom.times, scroll: scroll.times };
  } finally {
    await page.close();
    await server.close();
  }
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0);
  return `${at(0.5).padStart(6)} ${at(0.95).padStart(6)} ${at(1).padStart(6)}`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'boolean', default: false } } });
  const executable = findChromium();
  if (executable === undefined || !existsSync(PAGE)) {
    console.error(executable === undefined ? 'There is no Chromium here: apt-get install chromium.' : 'The page is not built: npm run build.');
    process.exitCode = 2;
    return;
  }
  const browser = await launchChromium(executable);
  const all: Record<string, Measured> = {};
  try {
    for (const [name, make] of Object.entries(SESSIONS)) {
      if (values.only !== undefined && !name.startsWith(values.only)) continue;
      console.error(name);
      all[name] = await measure(browser, make());
    }
  } finally {
    await browser.close();
  }
  if (values.json) console.log(JSON.stringify({ schemaVersion: 1, sessions: all }, null, 2));
  else for (const [name, measured] of Object.entries(all)) print(name, measured);
}

function print(name: string, measured: Measured): void {
  console.log(`\n${name}: read in ${measured.serverMs.toFixed(0)} ms, the page plans after ${measured.readyMs.toFixed(0)} ms. Node ${process.version}.`);
  console.log(`${'milliseconds'.padEnd(28)} median    95%   most`);
  console.log(`${'a step of the slider'.padEnd(26)}${spread(measured.steps)}   (in the planner, ${measured.steps.length} seen)`);
  for (const act of ['slider', 'walk', 'zoom', 'scroll'] as const) console.log(`${`a frame: ${act}`.padEnd(26)}${spread(measured[act])}`);
}

await main();
