import { type Archive, HoldfastError, recall } from 'holdfast';

/** Offer this to your model beside your own tools: with a tool of this name, `recall: 'auto'` takes the mode `tool`. */
export const recallTool = {
  name: 'holdfast_recall',
  description: 'Reads what left the conversation, letter for letter. The handle stands in a tombstone, as hf_…',
  input_schema: { type: 'object', properties: { handle: { type: 'string' } }, required: ['handle'] },
} as const;

/** The tool's result. What was recalled is a recoverable span again, so it may leave once more. */
export async function runRecall(handle: string, archive: Archive): Promise<string> {
  try {
    const spans = await recall(handle, { archive });
    return spans.map((span) => span.text).join('\n');
  } catch (error) {
    if (HoldfastError.is(error)) return error.message;
    throw error;
  }
}
