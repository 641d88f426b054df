import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import type { LiveFormat, MeasuredUsage } from '../../live/live-request.ts';
import { readUsage } from './read-usage.ts';

/** Characters of one event, or of a whole answer, above which its usage is not read. */
export const USAGE_CHARACTERS = 4 * 1024 * 1024;

/** Reads usage out of decoded bytes. `end` gives it once; either may throw for bytes that are not what they should be. */
export interface UsageReader {
  feed(bytes: Buffer): void;
  end(): MeasuredUsage | undefined;
}

export function usageReader(format: LiveFormat, contentType: string): UsageReader | undefined {
  if (/^text\/event-stream\b/i.test(contentType)) return eventReader(format);
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType) ? jsonReader(format) : undefined;
}

function jsonReader(format: LiveFormat): UsageReader {
  const parts: Buffer[] = [];
  let bytes = 0;
  return {
    feed(part) {
      bytes += part.length;
      if (bytes > USAGE_CHARACTERS) throw new RangeError('The answer is too long for its usage to be read');
      parts.push(part);
    },
    end: () => readUsage(format, JSON.parse(Buffer.concat(parts).toString('utf8'))),
  };
}

/** In data as providers write it; what a model wrote has these quotes escaped, and is read as JSON after all. */
const USAGE_FIELD = /"usage"\s*:\s*\{/;

function eventReader(format: LiveFormat): UsageReader {
  const decoder = new StringDecoder('utf8');
  let found: MeasuredUsage | undefined;
  const parser = createParser({
    maxBufferSize: USAGE_CHARACTERS,
    onEvent({ data }) {
      if (USAGE_FIELD.test(data)) found = merged(format, found, readUsage(format, JSON.parse(data)));
    },
  });
  return {
    feed: (bytes) => parser.feed(decoder.write(bytes)),
    end() {
      // A last event may lack its empty line.
      parser.feed(`${decoder.end()}\n\n`);
      return found;
    },
  };
}

/**
 * Anthropic tells the input with the first event, and the output with later ones, whose input may be the sum of several
 * calls. Providers that speak its protocol may tell both at the end. The others tell all at once, and the last counts.
 */
function merged(format: LiveFormat, first: MeasuredUsage | undefined, later: MeasuredUsage | undefined): MeasuredUsage | undefined {
  if (later === undefined || first === undefined) return later ?? first;
  return format === 'anthropic' ? { ...first, outputTokens: later.outputTokens ?? first.outputTokens } : later;
}
