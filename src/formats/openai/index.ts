import type { Format } from '../format.ts';
import { OPENAI_TITLE, parseOpenai, readOpenaiPiece } from './parse.ts';
import { renderOpenai } from './render.ts';
import { OPENAI_TOOLS } from './tools.ts';
import { validateOpenai } from './validate.ts';

/** OpenAI Chat Completions: a request body, its array of messages, or a log that holds them. */
export const openai: Format = {
  name: 'openai',
  title: OPENAI_TITLE,
  isWire: true,
  tools: OPENAI_TOOLS,
  parse: parseOpenai,
  readPiece: readOpenaiPiece,
  render: renderOpenai,
  validate: validateOpenai,
};
