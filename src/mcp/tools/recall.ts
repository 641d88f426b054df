import { z } from 'zod';
import type { ErrorCode } from '../../core/errors/holdfast-error.ts';
import { HoldfastError } from '../../core/errors/holdfast-error.ts';
import { answerRecall, type RecallSource } from '../../live/recall-answer.ts';
import { recall as recallHandle, recallTurns } from '../../recall.ts';
import { allowanceInput, allowanceOf } from '../allowance.ts';
import { conversationInput, ledgerOf } from '../conversation.ts';
import type { Tool } from '../tool.ts';
import { ToolError, type ToolErrorCode } from '../tool-error.ts';
import { turnRangeOf, turnsInput } from '../turn-range.ts';

const input = z
  .strictObject({
    handle: z.string().max(100).optional().describe('An archive handle, as in a tombstone or in the live index: hf_ and 20 letters.'),
    turns: turnsInput.optional(),
    conversation: conversationInput,
    offset: z.int().min(0).optional().describe('Where to go on, as the page before told.'),
    allowance: allowanceInput,
  })
  .refine(({ handle, turns }) => (handle === undefined) !== (turns === undefined), 'give one of `handle` and `turns`');

export const recall: Tool<z.infer<typeof input>> = {
  name: 'recall',
  title: 'Recall what left the conversation',
  description:
    'The source of what was evicted or summarized, letter for letter: by the handle in its marker, or by turns of the original conversation. Long sources come in pages; each says how to go on.',
  input,
  async run({ handle, turns, conversation, offset, allowance }, context, signal) {
    const [archive, counter] = [await context.archive(), await context.counter()];
    const conversationId = turns === undefined ? undefined : (await ledgerOf(archive, conversation))[0].conversationId;
    const source: RecallSource = { archive, counter, conversationId };
    signal.throwIfAborted();
    const { text, isError } = await answerRecall({ handle, turns, offset, limit: allowanceOf(allowance) }, source);
    if (isError) throw new ToolError(await codeOf(source, handle, turns), text);
    return { texts: [text] };
  },
};

/** Why there was no answer: asked once more, as the answer says it in words only. */
async function codeOf(source: RecallSource, handle: string | undefined, turns: string | undefined): Promise<ToolErrorCode | ErrorCode> {
  try {
    if (handle !== undefined) await recallHandle(handle.trim(), source);
    else if ((await recallTurns(source.conversationId ?? '', turnRangeOf(turns ?? ''), source)).length === 0) return 'turns-unknown';
    return 'offset-invalid';
  } catch (error) {
    if (HoldfastError.is(error)) return error.code;
    throw error;
  }
}
