import type { Format } from '../format.ts';
import { parseResponses, RESPONSES_TITLE, readResponsesPiece } from './parse.ts';
import { renderResponses } from './render.ts';
import { RESPONSES_TOOLS } from './tools.ts';
import { validateResponses } from './validate.ts';

/** OpenAI Responses: a request body with `input`, or its array of items. */
export const openaiResponses: Format = {
  name: 'openai-responses',
  title: RESPONSES_TITLE,
  isWire: true,
  tools: RESPONSES_TOOLS,
  parse: parseResponses,
  readPiece: readResponsesPiece,
  render: renderResponses,
  validate: validateResponses,
};
