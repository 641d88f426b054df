import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { openSession } from '../../src/inspector/open-session.ts';
import { type InspectorServer, serveSession } from '../../src/inspector/serve.ts';
import { CommandLine } from '../cli/command-line.ts';
import { figure, findChromium, launchChromium, moveTarget, openPage, settled, textOf, type WatchedPage } from './open-page.ts';
import { BIDI, hostileSession, manySpans, RUN_MARK } from './sessions.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/migrate-orders.pi.jsonl', import.meta.url));
/** Reading and planning that many takes half a minute on two busy cores. */
const MANY_SPANS_MS = 180_000;
const executable = findChromium();
const where = executable === undefined ? 'no Chromium on this machine (apt-get install chromium): skipped' : 'in Chromium';

describe.skipIf(executable === undefined)(`the inspector's page, ${where}`, () => {
  let commands: CommandLine;
  let browser: Browser;
  const servers: InspectorServer[] = [];
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    [commands, browser] = await Promise.all([CommandLine.build(), launchChromium(executable ?? '')]);
  });

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await browser?.close();
    await Promise.all(servers.map((server) => server.close()));
    commands?.remove();
  });

  async function serve(text: string): Promise<string> {
    const archive = memory();
    const session = await openSession({ text, fileName: 'session.jsonl', options: { recall: 'cli', fileName: 'session.jsonl' }, planning: archive, archive });
    const server = await serveSession(session, { pageFolder: join(commands.program, '../../inspector') });
    servers.push(server);
    return server.url;
  }

  /** The command as a user runs it; resolves to the address that it prints first. */
  async function inspect(...args: readonly string[]): Promise<{ readonly url: string; readonly child: ChildProcess }> {
    const env = { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', HOLDFAST_ARCHIVE: commands.path('default.db') };
    const child = spawn(process.execPath, [commands.program, 'inspect', ...args], { cwd: commands.folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    const url = await new Promise<string>((resolve) => child.stdout?.once('data', (part: Buffer) => resolve(part.toString().split('\n')[0] ?? '')));
    return { url, child };
  }

  async function open(url: string, looks?: Parameters<typeof openPage>[2], use?: (watched: WatchedPage) => Promise<void>): Promise<readonly string[]> {
    const watched = await openPage(browser, url, looks);
    try {
      await use?.(watched);
      return watched.faults;
    } finally {
      await watched.page.close();
    }
  }

  it('from a file to a recalled span: given a compacted session, when its evicted span is clicked, then its source comes from the archive', async () => {
    copyFileSync(EXAMPLE, commands.path('session.jsonl'));
    const compacted = await commands.run(['compact', 'session.jsonl', '-o', 'shorter.jsonl', '--archive', 'kept.db', '--target', '40%']);
    expect(compacted.code).toBe(0);
    const { url, child } = await inspect('session.jsonl', '--no-open', '--archive', 'kept.db');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    const faults = await open(url, {}, async ({ page }) => {
      await page.keyboard.press('/');
      await page.keyboard.type('evicted nothing of this kind');
      await expect.poll(() => textOf(page.getByTestId('hits'))).toBe('0 spans');
      await page.keyboard.press('Escape');
      // Rows of the list before: the first that leaves with a tombstone.
      await page.locator('#window-before .row', { hasText: 'evicted, tombstone' }).first().click();
      expect(await textOf(page.getByTestId('fate'))).toBe('evicted, tombstone');
      expect(await textOf(page.getByTestId('handle'))).toMatch(/^hf_[a-z2-7]{20}$/);
      expect(await textOf(page.getByTestId('rule'))).toMatch(/^[a-z-]+$/);
      await page.getByRole('button', { name: /Recall the source/ }).click();
      const source = await textOf(page.getByTestId('source').first());
      expect(readFileSync(EXAMPLE, 'utf8').split('\n')).toContain(source);
      await page.getByText('from the archive, letter for letter').waitFor();
    });
    expect(faults).toEqual([]);
    const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  describe('given the recorded session', () => {
    let url: string;
    beforeAll(async () => {
      url = await serve(readFileSync(EXAMPLE, 'utf8'));
    });

    it('E6: when the slider moves, then what stays is within the target, at each of its places', async () => {
      const faults = await open(url, {}, async ({ page }) => {
        let before = Number.POSITIVE_INFINITY;
        for (const share of [0.8, 0.5, 0.3]) {
          await moveTarget(page, share);
          const after = await figure(page, 'tokens-after');
          expect(after).toBeLessThanOrEqual(await figure(page, 'target-tokens'));
          expect(after).toBeLessThan(before);
          before = after;
        }
        expect(await page.locator('#window-after .row').count()).toBeGreaterThan(0);
      });
      expect(faults).toEqual([]);
    });

    it('E7: when the target is below the floor, then the refusal stands there with the floor, and nothing leaves', async () => {
      const faults = await open(url, {}, async ({ page }) => {
        await moveTarget(page, 0.005);
        expect(await textOf(page.getByTestId('plan-state'))).toMatch(/^Refused: The protected floor of \d+ tokens is above the target/);
        expect(await figure(page, 'floor')).toBeGreaterThan(await figure(page, 'target-tokens'));
        await page.getByText('refused: unchanged').waitFor();
        expect(await page.locator('.row .fate').count()).toBe(0);
      });
      expect(faults).toEqual([]);
    });

    it('the strip: when it is clicked in the middle, then the span of that place is shown in the detail and in both lists', async () => {
      await open(url, {}, async ({ page }) => {
        const box = await page.locator('.strip-canvas').boundingBox();
        await page.locator('.strip-canvas').click({ position: { x: (box?.width ?? 0) / 2, y: 40 } });
        const id = (await textOf(page.locator('#detail h2'))).split(' ')[0] ?? '';
        expect(id).not.toBe('t1.1');
        expect(await textOf(page.locator('#window-before [aria-selected=true]'))).toContain(id);
        expect(await textOf(page.getByTestId('strip-caption'))).toContain(id);
      });
    });

    it('a note of the output: when a handle in it is clicked, then what stands behind it is shown', async () => {
      await open(url, {}, async ({ page }) => {
        await showNote(page);
        expect(await textOf(page.getByTestId('note-text'))).toContain('<holdfast compaction="c_');
        await page.getByTestId('note-text').getByRole('button').first().click();
        expect(await textOf(page.getByTestId('fate'))).not.toBe('stays');
      });
    });

    it('keys alone: spans, turns, search, target, theme, help, recall', async () => {
      const faults = await open(url, {}, async ({ page }) => {
        const head = (): Promise<string> => textOf(page.locator('#detail h2'));
        const first = await head();
        await page.keyboard.press('ArrowRight');
        const second = await head();
        expect(second).not.toBe(first);
        await page.keyboard.press('ArrowLeft');
        expect(await head()).toBe(first);
        await page.keyboard.press('Shift+ArrowRight');
        expect(await head()).toContain('turn 2');
        await page.keyboard.press('r');
        await page.getByTestId('source').first().waitFor();
        const target = await figure(page, 'target-tokens');
        await page.keyboard.press(']');
        expect(await figure(page, 'target-tokens')).toBeGreaterThan(target);
        await page.keyboard.press('t');
        expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
        await page.keyboard.press('?');
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        await page.keyboard.press('/');
        await page.keyboard.type('config/prod');
        await page.locator('#results .row').first().waitFor();
        await page.keyboard.press('Enter');
        expect((await textOf(page.getByTestId('span-text'))) + (await textOf(page.locator('#detail')))).toContain('config/prod');
        await page.keyboard.press('Escape');
        await page.locator('#results').waitFor({ state: 'detached' });
        await page.keyboard.press('b');
        const row = page.locator('#window-before [aria-selected=true]');
        const chosen = await textOf(row);
        await page.keyboard.press('ArrowDown');
        await expect.poll(() => textOf(row)).not.toBe(chosen);
        // What has the focus shows it.
        expect(await focusOutline(page)).toBeGreaterThan(0);
      });
      expect(faults).toEqual([]);
    });

    it.each([
      ['light', 1280],
      ['dark', 1280],
      ['light', 400],
      ['dark', 400],
    ] as const)('axe finds nothing in the %s theme at %i px, and nothing is wider than the page', async (theme, width) => {
      await open(url, { theme, width }, async ({ page }) => {
        expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
        await page.keyboard.press('/');
        await page.keyboard.type('orders');
        await page.locator('#results .row').first().waitFor();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await page.keyboard.press('?');
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
      });
    });

    it('given that holdfast was ended, when a span is recalled, then the page says so', async () => {
      const own = await serve(readFileSync(EXAMPLE, 'utf8'));
      await open(own, {}, async ({ page }) => {
        await servers.at(-1)?.close();
        await page.getByRole('button', { name: /Recall the source/ }).click();
        expect(await textOf(page.getByRole('alert'))).toContain('holdfast does not answer');
      });
      servers.pop();
    });
  });

  it('given a hostile session, when every part of it is shown, then nothing of it is run, asked for or laid out as HTML', async () => {
    const url = await serve(hostileSession());
    const faults = await open(url, {}, async ({ page }) => {
      const count = Number(await page.getByRole('slider', { name: 'Spans' }).getAttribute('aria-valuemax'));
      expect(count).toBeGreaterThan(20);
      for (let index = 0; index < count; index++) {
        await page.keyboard.press('ArrowRight');
        if (index % 7 === 0) await page.keyboard.press('r');
      }
      for (const words of ['script', 'onerror', 'iframe', 'nimda']) {
        await page.keyboard.press('/');
        await page.keyboard.type(words);
        await page.locator('#results .row').first().waitFor();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('Escape');
      await page.getByRole('slider', { name: 'Spans' }).press('End');
      // What turns the writing is shown by its number, and turns nothing.
      const text = await textOf(page.getByTestId('span-text'));
      expect(text).toContain('⟨202E⟩');
      expect(text).not.toContain('\u202e');
      expect(text.length).toBeGreaterThan(BIDI.length);
      await page.locator('#timeline .row').first().click();
      await moveTarget(page, 0.3);
      await showNote(page);
      expect(await page.evaluate(`window.${RUN_MARK}`)).toBeUndefined();
      expect(await page.locator('img, svg, iframe, object, embed, main a, main script, main style, body link, meta[http-equiv]').count()).toBe(0);
    });
    expect(faults).toEqual([]);
  });

  it('given a line of 600,000 characters, when it is shown, then a bounded part of it is, and more on request', async () => {
    const url = await serve(hostileSession());
    await open(url, {}, async ({ page }) => {
      await page.keyboard.press('/');
      await page.keyboard.type('minified.js');
      await page.locator('#results .row').first().click();
      const length = async (): Promise<number> => (await textOf(page.getByTestId('span-text'))).length;
      const first = await length();
      expect(first).toBeLessThan(50_000);
      await page.getByRole('button', { name: 'show more' }).click();
      expect(await length()).toBeGreaterThan(first);
    });
  });

  it(
    'given 50,000 spans, when they are walked, searched and planned, then the page answers, and holds only the rows in sight',
    async () => {
      const url = await serve(manySpans(50_000));
      const faults = await open(url, {}, async ({ page }) => {
        const strip = page.getByRole('slider', { name: 'Spans' });
        expect(Number(await strip.getAttribute('aria-valuemax'))).toBeGreaterThanOrEqual(50_000);
        await strip.press('End');
        await page.keyboard.press('Shift+ArrowLeft');
        await expect.poll(() => page.locator('#window-before [aria-selected=true]').count()).toBe(1);
        expect(await page.locator('.row').count()).toBeLessThan(200);
        await moveTarget(page, 0.5);
        expect(await figure(page, 'tokens-after')).toBeLessThanOrEqual(await figure(page, 'target-tokens'));
        await page.keyboard.press('/');
        await page.keyboard.type('part-24995');
        await expect.poll(() => textOf(page.getByTestId('hits'))).toBe('1 span');
      });
      expect(faults).toEqual([]);
    },
    MANY_SPANS_MS,
  );

  it('given no network and a page that is closed and opened again, then it is the same page', async () => {
    const url = await serve(readFileSync(EXAMPLE, 'utf8'));
    const faults = await open(url, {}, async ({ page }) => {
      const after = await figure(page, 'tokens-after');
      await page.reload();
      await settled(page);
      expect(await figure(page, 'tokens-after')).toBe(after);
    });
    // No request went anywhere but to the address itself.
    expect(faults).toEqual([]);
  });
});

async function violations(page: Page): Promise<readonly string[]> {
  // As a debugger does: the page's own policy lets no such script in.
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    readonly passes: readonly unknown[];
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
    }[];
  };
  if (found.passes.length < 10) throw new Error('axe has looked at nothing');
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`).join('; ')}`,
  );
}

/** Goes down the window after until a note of holdfast is in sight, and takes it. */
async function showNote(page: Page): Promise<void> {
  const note = page.locator('#window-after .row', { hasText: 'note of holdfast' });
  await page.locator('#window-after').press('Home');
  for (let pages = 0; pages < 60 && (await note.count()) === 0; pages++) await page.keyboard.press('PageDown');
  await note.first().click();
  await page.getByTestId('note-text').waitFor();
}

async function focusOutline(page: Page): Promise<number> {
  return (await page.evaluate('parseFloat(getComputedStyle(document.activeElement).outlineWidth)')) as number;
}
