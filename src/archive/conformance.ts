import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import type { SpanId } from '../core/span.ts';
import type { Archive, ArchivedSpan, ArchivedSpanInput, LedgerEntry } from './archive.ts';

/** How a suite gets an archive: empty, with the clock that it gives. */
export interface ArchiveUnderTest {
  open(now?: () => number): Promise<Archive>;
  /** All bytes that the archive has on disk, for what must not be in them. Empty where it has none. */
  bytes(archive: Archive): Buffer;
}

const LONE = '\ud83d';
const DAY_MS = 86_400_000;

/** A span of one piece. */
export function spanOf(raw: string, more: Partial<ArchivedSpan> = {}): ArchivedSpan {
  return { format: 'anthropic', kind: 'text', provenance: 'user', pieces: [{ role: 'user', raw, block: 0 }], ...more };
}

export function inputOf(archive: Archive, span: ArchivedSpan, searchText = ''): ArchivedSpanInput {
  return { span, handle: archive.handleOf(span), searchText };
}

/** An entry of the ledger that names the handles. */
export function entryOf(compactionId: string, conversationId: string, handles: readonly string[], markerHandles: readonly string[] = []): LedgerEntry {
  return {
    schemaVersion: 1,
    compactionId,
    conversationId,
    format: 'anthropic',
    outputFormat: 'anthropic',
    inputHash: 'a'.repeat(64),
    targetTokens: 10,
    options: { recall: 'cli', pin: ['t1.0'] },
    spans: handles.map((handle, index) => ({
      id: `t${index + 1}.0` as SpanId,
      turn: index + 1,
      kind: 'text',
      provenance: 'user',
      class: 'authoritative',
      rule: 'user-text',
      handleState: 'none',
      action: 'keep',
      tokens: 3,
      handle,
      contentHash: 'b'.repeat(64),
      label: `words ${LONE}`,
    })),
    markerHandles,
    noteHashes: [],
    tokensBefore: 30,
    tokensAfter: 10,
    outputHash: 'c'.repeat(64),
    receipt: { schemaVersion: 1, compactionId } as unknown as LedgerEntry['receipt'],
  };
}

export async function codeOf(run: () => unknown): Promise<string> {
  try {
    await run();
  } catch (error) {
    if (HoldfastError.is(error)) return error.code;
    throw error;
  }
  return 'nothing was thrown';
}

export async function linesOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

async function* from(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** Any raw: prose, JSON, lone surrogates, one beyond a pack's size. */
const arbitraryRaw = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.constantFrom('{"text":"a\\n', LONE, '\udce5', '📥', '\0', '\u2028'), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.integer({ min: 60_000, max: 70_000 }).map((length) => 'long '.repeat(length / 5)),
);

const arbitrarySpan: fc.Arbitrary<ArchivedSpan> = fc
  .record({
    pieces: fc.array(
      fc.record(
        {
          role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
          raw: arbitraryRaw,
          block: fc.nat(4),
          textRange: fc.record({ start: fc.nat(9), end: fc.nat(99) }),
        },
        { requiredKeys: ['role', 'raw', 'block'] },
      ),
      { maxLength: 4 },
    ),
    kind: fc.constantFrom('text', 'exchange', 'attachment'),
    endsTurn: fc.option(fc.boolean(), { nil: undefined }),
    modeKind: fc.option(fc.string({ unit: 'binary', maxLength: 5 }), { nil: undefined }),
  })
  .map((fields) => ({ format: 'pi', provenance: 'tool', ...fields }) as ArchivedSpan);

/** One suite for all archives (DESIGN §6). */
export function describeArchive(name: string, under: ArchiveUnderTest): void {
  describe(`${name}: spans`, () => describeSpans(under));
  describe(`${name}: ledger and locks`, () => describeLedger(under));
  describe(`${name}: texts of summarizers`, () => describeSummaries(under));
  describe(`${name}: search`, () => describeSearch(under));
  describe(`${name}: erase and gc`, () => describeRemoval(under));
  describe(`${name}: export and import`, () => describeTransfer(under));
}

function describeSpans(under: ArchiveUnderTest): void {
  it('§6: whatever was put comes back letter for letter, lone surrogates too (C18)', async () => {
    const archive = await under.open();
    await fc.assert(
      fc.asyncProperty(fc.array(arbitrarySpan, { maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 20 }), async (spans, searchText) => {
        await archive.put(
          'c',
          spans.map((span) => inputOf(archive, span, searchText)),
        );
        const found = await archive.getMany(spans.map((span) => archive.handleOf(span)));
        for (const span of spans) {
          expect(found.get(archive.handleOf(span))).toEqual(JSON.parse(JSON.stringify(span)));
          expect(await archive.get(archive.handleOf(span))).toEqual(found.get(archive.handleOf(span)));
        }
      }),
      { numRuns: 60 },
    );
    await archive.check();
    await archive.close();
  });

  it('§4: a handle is hf_ and 20 letters, the same for the same content, another for other content', async () => {
    const archive = await under.open();
    const handle = archive.handleOf(spanOf('one'));
    expect(handle).toMatch(/^hf_[a-z2-7]{20}$/);
    expect(archive.handleOf({ ...spanOf('one'), isPinned: undefined })).toBe(handle);
    expect(archive.handleOf(spanOf(`one${LONE}`))).not.toBe(archive.handleOf(spanOf('one\ufffd')));
    expect(archive.handleOf(spanOf('one', { endsTurn: true }))).not.toBe(handle);
    await archive.close();
  });

  it('P22: the same raw in many spans, and the same span again, is stored once', async () => {
    const archive = await under.open();
    const image = 'aW1hZ2U'.repeat(30_000);
    await archive.put('c', [inputOf(archive, spanOf(image)), inputOf(archive, spanOf(image, { endsTurn: true }))]);
    const once = await archive.stats();
    for (let round = 0; round < 5; round++)
      await archive.put('c', [inputOf(archive, spanOf(image)), inputOf(archive, spanOf(image, { modeKind: `m${round}` }))]);
    const later = await archive.stats();
    expect(once.rawBytes).toBe(image.length);
    expect(later).toMatchObject({ spanCount: 7, rawBytes: image.length });
    expect(later.storedBytes - once.storedBytes).toBeLessThan(image.length / 100);
    await archive.close();
  });

  it('§10: a handle that was not made with this archive’s key is refused, and nothing is put', async () => {
    const archive = await under.open();
    const wrong = { span: spanOf('one'), handle: `hf_${'a'.repeat(20)}`, searchText: '' };
    expect(await codeOf(() => archive.put('c', [inputOf(archive, spanOf('two')), wrong]))).toBe('archive-key');
    expect((await archive.stats()).spanCount).toBe(0);
    await archive.close();
  });

  it('P48: raws that are in no span come back by their handles, and are no spans', async () => {
    const archive = await under.open();
    const raws = ['{"type":"user","mess', '\0'.repeat(300), `half ${LONE}`];
    const handles = await archive.putRaws('c', raws);
    expect(await archive.putRaws('c', raws)).toEqual(handles);
    expect(await Promise.all(handles.map((handle) => archive.getRaw(handle)))).toEqual(raws);
    expect(await archive.get(handles[0] ?? '')).toBeUndefined();
    await archive.put('c', [inputOf(archive, spanOf(raws[0] ?? ''))]);
    expect(await archive.getRaw(archive.handleOf(spanOf(raws[0] ?? '')))).toBeUndefined();
    expect(await archive.conversations()).toEqual([{ conversationId: 'c', compactionCount: 0, spanCount: 1 }]);
    await archive.close();
  });

  it('an unknown handle gives nothing, whatever it looks like', async () => {
    const archive = await under.open();
    for (const handle of ['', 'hf_', "' OR 1=1 --", LONE, `hf_${'a'.repeat(20)}`]) {
      expect(await archive.get(handle)).toBeUndefined();
      expect(await archive.getRaw(handle)).toBeUndefined();
    }
    expect((await archive.getMany([])).size).toBe(0);
    await archive.close();
  });

  it('a closed archive says so', async () => {
    const archive = await under.open();
    await archive.close();
    await archive.close();
    expect(await codeOf(() => archive.stats())).toBe('archive-unavailable');
  });
}

function describeLedger(under: ArchiveUnderTest): void {
  it('§3: the ledger refuses an entry that names what is not there, marker handles included', async () => {
    const archive = await under.open();
    const known = inputOf(archive, spanOf('known'));
    const unknown = archive.handleOf(spanOf('unknown'));
    await archive.put('c', [known]);
    expect(await codeOf(() => archive.appendLedger(entryOf('k1', 'c', [known.handle, unknown])))).toBe('archive-corrupt');
    expect(await codeOf(() => archive.appendLedger(entryOf('k1', 'c', [known.handle], [unknown])))).toBe('archive-corrupt');
    expect(await archive.ledger('c')).toEqual([]);
    expect(await archive.compaction('k1')).toBeUndefined();
    await archive.close();
  });

  it('the ledger keeps entries letter for letter, oldest first, by conversation; a name again changes nothing', async () => {
    const archive = await under.open();
    const one = inputOf(archive, spanOf('one'));
    await archive.put('c', [one]);
    const entries = [entryOf('k2', 'c', [one.handle]), entryOf('k1', 'c', [one.handle], [one.handle]), entryOf('k3', 'd', [])];
    for (const entry of entries) await archive.appendLedger(entry);
    await archive.appendLedger({ ...entryOf('k2', 'c', [one.handle]), tokensBefore: 99 });
    expect(await archive.ledger('c')).toEqual(entries.slice(0, 2));
    expect(await archive.ledger('d')).toEqual(entries.slice(2));
    expect(await archive.compaction('k1')).toEqual(entries[1]);
    expect(await archive.ledger('e')).toEqual([]);
    expect((await archive.stats()).compactionCount).toBe(3);
    await archive.check();
    await archive.close();
  });

  it('P44: a conversation is held by one at a time; giving back twice is nothing', async () => {
    const archive = await under.open();
    const release = await archive.lock('c');
    expect(await codeOf(() => archive.lock('c'))).toBe('archive-busy');
    const other = await archive.lock('d');
    await release();
    const again = await archive.lock('c');
    await release();
    expect(await codeOf(() => archive.lock('c'))).toBe('archive-busy');
    await again();
    await other();
    await (await archive.lock('c'))();
    await archive.close();
  });
}

function describeSummaries(under: ArchiveUnderTest): void {
  const KEY = 'd'.repeat(64);

  it('C12: a text comes back letter for letter by its key, lone surrogates too; the same key again replaces it', async () => {
    const archive = await under.open();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom('a', 'b', "' OR 1=1 --"), async (text, key) => {
        await archive.putSummary('c', key, `${text}${LONE}`);
        expect(await archive.getSummary(key)).toBe(`${text}${LONE}`);
      }),
      { numRuns: 60 },
    );
    expect(await archive.getSummary('of nothing')).toBeUndefined();
    await archive.check();
    await archive.close();
  });

  it('C12: a text is no span: it is in no count, no search and no export, and an import changes none', async () => {
    const archive = await under.open();
    await archive.put('c', [inputOf(archive, spanOf('one'), 'one')]);
    const lines = await linesOf(archive.export());
    const stats = await archive.stats();
    await archive.putSummary('c', KEY, 'the words of a summarizer');
    expect(await linesOf(archive.export())).toEqual(lines);
    expect(await archive.stats()).toEqual(stats);
    expect(await archive.search('summarizer')).toEqual([]);
    await archive.import(from(lines));
    expect(await archive.getSummary(KEY)).toBe('the words of a summarizer');
    await archive.close();
  });

  it('§6: erase takes the texts of its conversation, and no trace of them stays', async () => {
    const archive = await under.open();
    const secret = 'Zq8xSecretWordOfASummary';
    await archive.putSummary('erased', KEY, `it said ${secret}`);
    await archive.putSummary('erased', `${KEY}2`, secret);
    await archive.putSummary('d', `${KEY}2`, 'of the other');
    await archive.erase('erased');
    expect(await archive.getSummary(KEY)).toBeUndefined();
    expect(await archive.getSummary(`${KEY}2`)).toBe('of the other');
    expect(under.bytes(archive).includes(secret)).toBe(false);
    await archive.check();
    await archive.close();
  });

  it('C22: gc takes the texts of a run that never came to the ledger, and of a conversation that goes by age; a held one keeps them', async () => {
    let nowMs = 1_000;
    const archive = await under.open(() => nowMs);
    const one = inputOf(archive, spanOf('one'));
    await archive.put('named', [one]);
    await archive.appendLedger(entryOf('k1', 'named', [one.handle]));
    for (const conversationId of ['named', 'killed', 'held']) await archive.putSummary(conversationId, conversationId, `of ${conversationId}`);
    const release = await archive.lock('held');
    const texts = async (): Promise<readonly (string | undefined)[]> => await Promise.all(['named', 'killed', 'held'].map((key) => archive.getSummary(key)));

    await archive.gc({ nowMs });
    expect(await texts()).toEqual(['of named', undefined, 'of held']);
    await release();
    await archive.gc({ nowMs });
    expect(await texts()).toEqual(['of named', undefined, undefined]);
    nowMs += DAY_MS;
    await archive.gc({ nowMs, olderThanMs: 1 });
    expect(await texts()).toEqual([undefined, undefined, undefined]);
    await archive.check();
    await archive.close();
  });
}

function describeSearch(under: ArchiveUnderTest): void {
  const texts = [
    'the file /etc/prod/limits.conf is read-only',
    'README.md says größe',
    '検査は失敗した',
    'max_retries = 3; Retry later',
    'the quick brown fox',
  ];

  async function opened(): Promise<{ readonly archive: Archive; find(query: string, conversationId?: string): Promise<readonly string[]> }> {
    const archive = await under.open();
    const inputs = texts.map((text, index) => inputOf(archive, spanOf(`raw ${index}`), text));
    await archive.put('c', inputs);
    const find = async (query: string, conversationId?: string): Promise<readonly string[]> => {
      const hits = await archive.search(query, conversationId === undefined ? {} : { conversationId });
      return hits.map((hit) => texts[inputs.findIndex((input) => input.handle === hit.handle)] ?? '');
    };
    return { archive, find };
  }

  it('finds words, phrases, paths and unspaced writing, whatever the case; all terms must be there', async () => {
    const { archive, find } = await opened();
    expect(await find('limits.conf')).toEqual([texts[0]]);
    expect(await find('GRÖSSE')).toEqual([]);
    expect(await find('GRÖẞE')).toEqual([texts[1]]);
    expect(await find('gro\u0308ße')).toEqual([texts[1]]);
    expect(await find('失敗')).toEqual([texts[2]]);
    expect(await find('敗失')).toEqual([]);
    expect(await find('retries retry')).toEqual([texts[3]]);
    expect(await find('"brown fox"')).toEqual([texts[4]]);
    expect(await find('"fox brown"')).toEqual([]);
    expect(await find('fox brown')).toEqual([texts[4]]);
    expect(await find('the')).toEqual([texts[4], texts[0]]);
    expect(await find('limi')).toEqual([]);
    await archive.close();
  });

  it('is bounded by limit and conversation', async () => {
    const { archive, find } = await opened();
    await archive.put('d', [inputOf(archive, spanOf('raw 4'), texts[4])]);
    expect(await find('the', 'd')).toEqual([texts[4]]);
    expect(await find('the', 'nobody')).toEqual([]);
    expect(await archive.search('the', { limit: 1 })).toHaveLength(1);
    await archive.close();
  });

  it('§10: nothing in a query is syntax; any query is answered', async () => {
    const { archive, find } = await opened();
    for (const query of [
      'quick OR nothing',
      'NOT fox',
      'qui*',
      '"',
      '""',
      'text:fox',
      'NEAR(quick fox)',
      '^the',
      '',
      '*',
      "'; DROP TABLE words; --",
      '(((',
      '- + :',
      LONE,
    ]) {
      expect(await find(query)).toEqual([]);
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30 }), async (query) => Array.isArray(await find(query))),
      { numRuns: 200 },
    );
    await archive.close();
  });

  it('C18: every text is found by each of its own words, and the snippet is well-formed and short', async () => {
    const archive = await under.open();
    let count = 0;
    const cut = fc.integer({ min: 120, max: 220 }).map((length) => `${'x'.repeat(length)}📥 needle ${'📥'.repeat(200)}`);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          cut,
          fc.string({ unit: 'grapheme', maxLength: 300 }).map((text) => `${text} needle`),
        ),
        async (text) => {
          const input = inputOf(archive, spanOf(`raw ${count++}`), text);
          await archive.put('c', [input]);
          const [hit] = await archive.search('needle', { limit: 1 });
          expect(hit?.handle).toBe(input.handle);
          expect(hit?.snippet.isWellFormed()).toBe(true);
          expect(hit?.snippet.length).toBeLessThanOrEqual(200);
          expect(hit?.snippet).toContain('needle');
        },
      ),
      { numRuns: 60 },
    );
    await archive.close();
  });
}

function describeRemoval(under: ArchiveUnderTest): void {
  it('§6: erase takes all that only this conversation holds, and leaves the rest whole', async () => {
    const archive = await under.open();
    const secret = 'Zq7xSecretWordOfTheErased';
    const own = inputOf(archive, spanOf(`{"text":"${secret}"}`, { modeKind: secret }), `${secret} in the text`);
    const shared = inputOf(archive, spanOf('shared by both'), 'shared text');
    const other = inputOf(archive, spanOf('of the other'), 'other text');
    await archive.put('secretive-conversation', [own, shared]);
    await archive.put('d', [shared, other]);
    const [loose] = await archive.putRaws('secretive-conversation', [`loose ${secret}`]);
    await archive.appendLedger(entryOf('k1', 'secretive-conversation', [own.handle, shared.handle], [loose ?? '']));
    await archive.appendLedger(entryOf('k2', 'd', [shared.handle, other.handle]));
    // Only what was searched is in the index, from which it must go too.
    expect(await archive.search(secret)).toHaveLength(1);
    const release = await archive.lock('secretive-conversation');
    expect(await codeOf(() => archive.erase('secretive-conversation'))).toBe('archive-busy');
    await release();

    expect(await archive.erase('secretive-conversation')).toEqual({ spanCount: 1, compactionCount: 1 });

    expect(await archive.get(own.handle)).toBeUndefined();
    expect(await archive.getRaw(loose ?? '')).toBeUndefined();
    expect(await archive.search(secret)).toEqual([]);
    expect(await archive.compaction('k1')).toBeUndefined();
    expect(await archive.get(shared.handle)).toEqual(shared.span);
    expect(await archive.get(other.handle)).toEqual(other.span);
    expect((await archive.search('text')).map((hit) => hit.handle)).toEqual([other.handle, shared.handle]);
    expect(await archive.conversations()).toEqual([{ conversationId: 'd', compactionCount: 1, spanCount: 2 }]);
    await archive.check();
    for (const trace of [secret, secret.toLowerCase(), 'secretive-conversation', own.handle]) expect(under.bytes(archive).includes(trace)).toBe(false);
    expect(await archive.erase('nobody')).toEqual({ spanCount: 0, compactionCount: 0 });
    await archive.close();
  });

  it('a span that a ledger names belongs to its conversation, whoever put it', async () => {
    const archive = await under.open();
    const one = inputOf(archive, spanOf('one'));
    await archive.put('c', [one]);
    await archive.appendLedger(entryOf('k1', 'd', [one.handle]));
    await archive.erase('c');
    expect(await archive.get(one.handle)).toEqual(one.span);
    await archive.check();
    await archive.close();
  });

  it('C22: gc takes what no ledger names, and nothing of a conversation that is held', async () => {
    const archive = await under.open();
    const named = inputOf(archive, spanOf('named'));
    const marker = inputOf(archive, spanOf('marker'));
    const orphan = inputOf(archive, spanOf('orphan'));
    await archive.put('c', [named, marker, orphan]);
    const [broken] = await archive.putRaws('c', ['broken line']);
    await archive.appendLedger(entryOf('k1', 'c', [named.handle], [marker.handle]));
    await archive.put('d', [orphan]);
    await archive.putRaws('d', ['other broken line']);
    const release = await archive.lock('d');

    expect(await archive.gc({ nowMs: 0 })).toEqual({ spanCount: 0, compactionCount: 0 });
    expect(await archive.get(orphan.handle)).toBeDefined();
    await release();
    expect(await archive.gc({ nowMs: 0, conversationId: 'c' })).toEqual({ spanCount: 0, compactionCount: 0 });
    expect(await archive.gc({ nowMs: 0 })).toEqual({ spanCount: 1, compactionCount: 0 });

    expect(await archive.get(orphan.handle)).toBeUndefined();
    expect(await archive.get(named.handle)).toEqual(named.span);
    expect(await archive.get(marker.handle)).toEqual(marker.span);
    expect(await archive.getRaw(broken ?? '')).toBe('broken line');
    expect(await archive.conversations()).toEqual([{ conversationId: 'c', compactionCount: 1, spanCount: 2 }]);
    await archive.check();
    await archive.close();
  });

  it('gc takes conversations whose newest compaction is older than asked', async () => {
    let nowMs = 1_000;
    const archive = await under.open(() => nowMs);
    const one = inputOf(archive, spanOf('one'));
    const two = inputOf(archive, spanOf('two'));
    await archive.put('old', [one]);
    await archive.put('renewed', [one, two]);
    await archive.appendLedger(entryOf('k1', 'old', [one.handle]));
    await archive.appendLedger(entryOf('k2', 'renewed', [one.handle]));
    nowMs += DAY_MS;
    await archive.appendLedger(entryOf('k3', 'renewed', [two.handle]));
    expect(await archive.gc({ nowMs, olderThanMs: DAY_MS })).toEqual({ spanCount: 0, compactionCount: 0 });
    expect(await archive.gc({ nowMs: nowMs + 1, olderThanMs: DAY_MS })).toEqual({ spanCount: 0, compactionCount: 1 });
    expect(await archive.conversations()).toEqual([{ conversationId: 'renewed', compactionCount: 2, spanCount: 2 }]);
    expect(await archive.gc({ nowMs: nowMs + 2, olderThanMs: 1 })).toEqual({ spanCount: 2, compactionCount: 2 });
    expect(await archive.stats()).toEqual({ spanCount: 0, conversationCount: 0, compactionCount: 0, rawBytes: 0, storedBytes: 0 });
    await archive.close();
  });

  it('gc over any history keeps exactly what the ledgers name (oracle: sets)', async () => {
    const step = fc.record({ conversation: fc.constantFrom('a', 'b', 'c'), span: fc.nat(7), isNamed: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.constantFrom(undefined, 'a'), async (steps, erased) => {
        const archive = await under.open();
        const named = new Map<string, Set<number>>();
        for (const [index, { conversation, span, isNamed }] of steps.entries()) {
          const input = inputOf(archive, spanOf(`span ${span}`));
          await archive.put(conversation, [input]);
          if (!isNamed) continue;
          await archive.appendLedger(entryOf(`k${index}`, conversation, [input.handle]));
          named.set(conversation, (named.get(conversation) ?? new Set()).add(span));
        }
        if (erased !== undefined) await archive.erase(erased);
        await archive.gc({ nowMs: 0 });
        const left = new Set([...named].filter(([name]) => name !== erased).flatMap(([, spans]) => [...spans]));
        for (let span = 0; span < 8; span++) {
          expect((await archive.get(archive.handleOf(spanOf(`span ${span}`)))) !== undefined).toBe(left.has(span));
        }
        expect((await archive.check()).spanCount).toBe(left.size);
        await archive.close();
      }),
      { numRuns: 25 },
    );
  });
}

function describeTransfer(under: ArchiveUnderTest): void {
  async function filled(): Promise<{ readonly archive: Archive; readonly handles: readonly string[] }> {
    const archive = await under.open(() => 5_000);
    const spans = [spanOf(`lone ${LONE}`), spanOf('twice', { endsTurn: true }), spanOf('twice'), spanOf('empty pieces', { pieces: [] })];
    const inputs = spans.map((span, index) => inputOf(archive, span, `text number ${index}`));
    await archive.put('c', inputs);
    await archive.put('b', inputs.slice(1, 2));
    const [loose] = await archive.putRaws('c', ['broken']);
    const handles = inputs.map((input) => input.handle);
    await archive.appendLedger(entryOf('k1', 'c', handles, [loose ?? '']));
    await archive.appendLedger(entryOf('k2', 'b', handles.slice(1, 2)));
    return { archive, handles };
  }

  it('export, import, export: the same lines; handles, ledger and search come along', async () => {
    const { archive, handles } = await filled();
    const lines = await linesOf(archive.export());
    const other = await under.open(() => 9_999);
    expect(await other.import(from(lines))).toEqual({ spanCount: 4, compactionCount: 2 });
    expect(await linesOf(other.export())).toEqual(lines);
    expect(await other.import(from(lines))).toEqual({ spanCount: 4, compactionCount: 2 });
    expect(await linesOf(other.export())).toEqual(lines);
    expect([...(await other.getMany(handles))]).toEqual([...(await archive.getMany(handles))]);
    expect(await other.ledger('c')).toEqual(await archive.ledger('c'));
    expect(await other.search('number')).toEqual(await archive.search('number'));
    expect(await other.check()).toMatchObject({ spanCount: 4, compactionCount: 2, conversationCount: 2 });
    await other.close();
    await archive.close();
  });

  it('one conversation can be exported alone', async () => {
    const { archive, handles } = await filled();
    const other = await under.open();
    expect(await other.import(archive.export('b'))).toEqual({ spanCount: 1, compactionCount: 1 });
    expect(await other.conversations()).toEqual([{ conversationId: 'b', compactionCount: 1, spanCount: 1 }]);
    expect(await other.get(handles[1] ?? '')).toEqual(await archive.get(handles[1] ?? ''));
    await other.check();
    await other.close();
    await archive.close();
  });

  it('all or nothing: an export that is cut, changed or reordered anywhere is refused with the line, and nothing comes', async () => {
    const { archive } = await filled();
    const lines = await linesOf(archive.export());
    const target = await under.open();
    const damage = fc.oneof(
      fc.nat(lines.length - 1).map((at) => lines.slice(0, at)),
      fc.nat(lines.length - 1).map((at) => lines.toSpliced(at, 1)),
      fc.nat(lines.length - 2).map((at) => lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? '')),
      fc.tuple(fc.nat(lines.length - 1), fc.nat(), fc.constantFrom('x', '7', '"', '{', '')).map(([at, place, put]) => {
        const line = lines[at] ?? '';
        return lines.with(at, line.slice(0, place % line.length) + put + line.slice((place % line.length) + 1));
      }),
      fc.constantFrom('', 'x', '{}', '[]', 'null', lines[1] ?? '', lines[0] ?? '').map((line) => lines.toSpliced(2, 0, line)),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (damagedLines) => {
        fc.pre(damagedLines.join('\n') !== lines.join('\n'));
        expect(await codeOf(() => target.import(from(damagedLines)))).toMatch(/^archive-(corrupt|version)$/);
        expect((await target.stats()).spanCount).toBe(0);
      }),
      { numRuns: 150 },
    );
    const changed = lines.with(2, (lines[2] ?? '').replace('hash', 'hush'));
    await expect(target.import(from(changed))).rejects.toThrow(/line 3/);
    await expect(target.import(from(lines.slice(0, 4)))).rejects.toThrow(/cut.*line 5/);
    expect(await target.import(from([...lines, '']))).toMatchObject({ spanCount: 4 });
    await target.close();
    await archive.close();
  });

  it('a handle under which other content is held is refused, and nothing comes', async () => {
    const { archive } = await filled();
    const lines = await linesOf(archive.export());
    const target = await under.open();
    await target.import(from(lines));
    const before = await linesOf(target.export());
    const other = await under.open();
    await other.import(from(lines));
    // The same handle with another record, and every hash right: as a hostile export would have it.
    const forged = await forgedLines(other, lines);
    await expect(target.import(from(forged))).rejects.toThrow(/another span/);
    expect(await linesOf(target.export())).toEqual(before);
    await target.close();
    await other.close();
    await archive.close();
  });
}

/** An export that is sound in itself, in which the first span's record says something else. */
async function forgedLines(archive: Archive, lines: readonly string[]): Promise<readonly string[]> {
  const { exportLines } = await import('./transfer/export-lines.ts');
  const span = JSON.parse(lines.find((line) => line.includes('"type":"span"')) ?? '{}') as { handle: string };
  const raw = (await archive.get(span.handle))?.pieces[0]?.raw ?? '';
  const { pieces: _, ...record } = spanOf(raw, { isPinned: true });
  const pieces = [{ role: 'user', block: 0 }];
  const forged = { handle: span.handle, isLoose: false, conversations: ['c'], record: JSON.stringify({ ...record, pieces }), raws: [raw], searchText: '' };
  return await linesOf(exportLines([forged], []));
}
