import { InvalidArgumentError } from 'commander';
import { RATIO_CEILING } from '../core/checkpoint/gates/ratio.ts';
import type { FormatName } from '../core/conversation.ts';
import { formats } from '../formats/index.ts';

/** `40%` or `0.4`, as a share. */
export function parseShare(text: string): number {
  const match = /^(\d{1,3}(?:\.\d{1,6})?)(%?)$/.exec(text.trim());
  const value = match === null ? Number.NaN : Number(match[1]) / (match[2] === '%' ? 100 : 1);
  if (!(value > 0 && value <= 1)) throw new InvalidArgumentError('Give a share above 0 and up to 100%, as 40% or 0.4.');
  return value;
}

/** A whole number above 0; `k` and `M` as in 200k. */
export function parseTokens(text: string): number {
  const match = /^(\d{1,12})([kM]?)$/.exec(text.trim());
  const value = match === null ? 0 : Number(match[1]) * (match[2] === 'k' ? 1e3 : match[2] === 'M' ? 1e6 : 1);
  if (value <= 0) throw new InvalidArgumentError('Give a whole number of tokens above 0, as 80000 or 80k.');
  return value;
}

export function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text.trim())) throw new InvalidArgumentError('Give a whole number, 0 or more.');
  return Number(text);
}

/** A whole number above 0. */
export function parseNumberOf(what: string): (text: string) => number {
  return (text) => {
    if (!/^[1-9]\d{0,8}$/.test(text.trim())) throw new InvalidArgumentError(`Give a whole number of ${what}, 1 or more.`);
    return Number(text);
  };
}

/** Of a TCP port on loopback; 0 for a free one. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError('Give a port from 0 to 65535; 0 is a free one.');
  return port;
}

/** F7: source tokens for one token of text, as 30, 30.5 or 30:1. */
export function parseRatio(text: string): number {
  const match = /^(\d{1,3}(?:\.\d{1,6})?)(?::1)?$/.exec(text.trim());
  const value = match === null ? Number.NaN : Number(match[1]);
  if (!(value >= 1 && value <= RATIO_CEILING)) throw new InvalidArgumentError(`Give a ratio from 1 to ${RATIO_CEILING}, as 30 or 30:1.`);
  return value;
}

export function parseFormat(text: string): FormatName {
  if (Object.hasOwn(formats, text)) return text as FormatName;
  throw new InvalidArgumentError(`Formats are ${Object.keys(formats).join(', ')}.`);
}

/** `ID=REASON`, may be given several times. */
export function parseRelease(text: string, previous: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw new InvalidArgumentError('Give ID=REASON, as t12.3="not needed any more".');
  return { ...previous, [text.slice(0, at)]: text.slice(at + 1) };
}

export function parseChoice<T extends string>(...choices: readonly T[]): (text: string) => T {
  return (text) => {
    const choice = choices.find((one) => one === text);
    if (choice === undefined) throw new InvalidArgumentError(`Choose one of ${choices.join(', ')}.`);
    return choice;
  };
}

export function collect(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}
