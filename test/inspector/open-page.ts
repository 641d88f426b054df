import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where the system has Chromium (`apt-get install chromium`); `undefined` where it has none. */
export function findChromium(): string | undefined {
  const named = process.env['HOLDFAST_CHROMIUM'];
  const places = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...(named === undefined ? [] : [named]), ...places].find((path) => existsSync(path));
}

/** A profile of its own, which is removed with it. */
export function launchChromium(executablePath: string): Promise<Browser> {
  // Required, not imported: it finds its own files beside itself, so it cannot be bundled (`scripts/run-ts.mjs`).
  const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core');
  return chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
}

export interface WatchedPage {
  readonly page: Page;
  /** Dialogs, errors, console errors (violations of the policy among them), and requests to anywhere but loopback. */
  readonly faults: readonly string[];
}

export interface PageLooks {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
}

/** Opens the address and waits until the whole decision stands there. */
export async function openPage(browser: Browser, url: string, { width = 1280, height = 900, theme = 'light' }: PageLooks = {}): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' });
  const faults: string[] = [];
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) faults.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  await settled(page);
  return { page, faults };
}

/** The decision at the target is there, and the planner can go on. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('[data-testid=plan-state][data-exact=true]');
  await page.waitForSelector('#target:not([disabled])');
}

/** Moves the slider as a hand does, and waits for the whole decision. `share` of what came in. */
export async function moveTarget(page: Page, share: number): Promise<void> {
  await page.locator('#target').evaluate((element, wanted) => {
    const slider = element as unknown as { value: string; max: string; dispatchEvent(event: Event): boolean };
    slider.value = String(Math.round(Number(slider.max) * wanted));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, share);
  await page.waitForSelector('[data-testid=plan-state][data-exact=false]', { timeout: 2000 }).catch(() => undefined);
  await settled(page);
}

export async function figure(page: Page, name: 'target-tokens' | 'tokens-after' | 'floor'): Promise<number> {
  return Number((await textOf(page.getByTestId(name))).replaceAll(',', ''));
}

export async function textOf(place: Locator): Promise<string> {
  return (await place.textContent()) ?? '';
}
