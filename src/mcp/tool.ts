import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { Archive } from '../archive/archive.ts';
import type { SessionReport } from '../audit/session-report.ts';
import type { TokenCounter } from '../core/token-count.ts';
import type { Transcript, TranscriptFolders } from './transcript-folders.ts';

/** What tools work with; the same for all sessions of a server. */
export interface ToolContext {
  /** Opened when it is first needed; an archive that was away is asked again at the next call. */
  readonly archive: () => Promise<Archive>;
  readonly counter: () => Promise<TokenCounter>;
  readonly transcripts: TranscriptFolders;
  /** What the compactions in it lost. */
  readonly auditOf: (transcript: Transcript) => Promise<SessionReport>;
}

/** One page of an answer. */
export interface ToolPage {
  /** For the model, block by block. */
  readonly texts: readonly string[];
  /** As `output` describes it; the only block of text is then its JSON. */
  readonly structured?: Readonly<Record<string, unknown>> | undefined;
  readonly nextCursor?: string | undefined;
}

/** A tool as it is offered: reads only, and the same question has the same answer. */
export interface Tool<Input = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  readonly output?: z.ZodType | undefined;
  /** @throws ToolError, HoldfastError */
  run(input: Input, context: ToolContext, signal: AbortSignal): Promise<ToolPage>;
}

/** A page whose content is data by its schema. */
export function structuredPage(structured: Readonly<Record<string, unknown>> & { readonly nextCursor?: string | undefined }): ToolPage {
  const { nextCursor, ...rest } = structured;
  const told = nextCursor === undefined ? rest : structured;
  return { texts: [JSON.stringify(told)], structured: told, nextCursor };
}

export function toolResult({ texts, structured, nextCursor }: ToolPage): CallToolResult {
  return {
    content: texts.map((text) => ({ type: 'text', text })),
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(nextCursor === undefined ? {} : { _meta: { 'holdfast/nextCursor': nextCursor } }),
  };
}
