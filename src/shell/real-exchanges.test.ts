import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyzeExchanges, type ExchangeAnalysis } from '../core/classify/analyze-exchanges.ts';
import { ruleOf } from '../core/classify/tools/lookup.ts';
import type { FormatName } from '../core/conversation.ts';
import { LIMITS } from '../core/limits.ts';
import type { Exchange } from '../core/span.ts';
import { formatNamed, parseSource } from '../formats/index.ts';
import { sha256 } from '../hash.ts';
import { loadShellParser } from './parse-shell.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TRANSCRIPTS = resolve(ROOT, process.env['HOLDFAST_TRANSCRIPTS'] ?? '../shared/transcripts');
const FORMAT_OF = { 'claude-code': 'claude-code', pi: 'pi', 'swe-agent': 'swe-agent', 'openai-chat': 'openai' } as const satisfies Readonly<
  Record<string, FormatName>
>;
const FOLDERS = Object.keys(FORMAT_OF);
const FILES = existsSync(TRANSCRIPTS)
  ? FOLDERS.flatMap((folder) =>
      readdirSync(resolve(TRANSCRIPTS, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:jsonl|json|traj)$/.test(name))
        .map((name) => `${folder}/${name}`),
    ).sort()
  : [];
const parseShell = await loadShellParser();

interface Analyzed {
  readonly exchange: Exchange;
  readonly analysis: ExchangeAnalysis;
}

function analyzed(file: string): readonly Analyzed[] {
  const conversation = parseSource(readFileSync(resolve(TRANSCRIPTS, file), 'utf8'), { fileName: file, onInvalid: 'repair' });
  const analyses = analyzeExchanges(conversation.spans, {
    tools: formatNamed(conversation.format).tools,
    toolDefinitions: conversation.tools,
    parseShell,
    hash: sha256,
  });
  return conversation.spans.flatMap((span) => {
    const analysis = analyses.get(span.index);
    return span.exchange && analysis ? [{ exchange: span.exchange, analysis }] : [];
  });
}

/** `>` or `>>` into a file, by the text alone: the parser's rival. */
const WRITING_REDIRECTION = /(?:^|[\s;|&\d])>{1,2}\|?\s*(?!\/dev\/null|&|\/dev\/std)[\w./~$"']/;

describe.skipIf(FILES.length === 0)('real exchanges', () => {
  it.each(FILES)('%s: what is repeatable writes nothing, and its handle is one bounded line', (file) => {
    for (const { exchange, analysis } of analyzed(file)) {
      if (analysis.effect.effect === 'shell' && analysis.isRepeatable) {
        expect(withoutQuoted(analysis.effect.command)).not.toMatch(WRITING_REDIRECTION);
        expect(analysis.changedPaths).toEqual([]);
      }
      if (analysis.handle !== undefined) {
        expect(analysis.handle.length).toBeLessThanOrEqual(LIMITS.HANDLE_CHARACTERS);
        expect(analysis.handle).not.toMatch(/[\n\r[\]]/);
      } else expect(analysis.handleState).toBe('none');
      if (analysis.supersededBy !== undefined) expect(exchange.isPending).toBe(false);
    }
  });

  it('most real shell commands are parsed, and hardly a tool of a known harness is missing in its table', () => {
    const shells = new Map<string, { count: number; repeatable: number; parsed: number; exchanges: number; unknown: number }>();
    for (const file of FILES) {
      const folder = file.slice(0, file.indexOf('/')) as keyof typeof FORMAT_OF;
      const tally = shells.get(folder) ?? { count: 0, repeatable: 0, parsed: 0, exchanges: 0, unknown: 0 };
      shells.set(folder, tally);
      for (const { exchange, analysis } of analyzed(file)) {
        tally.exchanges++;
        if (ruleOf(exchange.toolName, formatNamed(FORMAT_OF[folder]).tools) === undefined) tally.unknown++;
        if (analysis.effect.effect !== 'shell') continue;
        tally.count++;
        if (analysis.isRepeatable) tally.repeatable++;
        if (parseShell(analysis.effect.command) !== null) tally.parsed++;
      }
    }
    console.table(Object.fromEntries(shells));
    for (const [, tally] of shells) expect(tally.parsed / tally.count).toBeGreaterThan(0.9);
    for (const [, tally] of shells) expect(tally.unknown / tally.exchanges).toBeLessThan(0.02);
  });
});

function withoutQuoted(command: string): string {
  return command.replace(/'[^']*'|"(?:[^"\\]|\\.)*"/g, '""');
}
