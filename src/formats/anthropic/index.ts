import type { Format } from '../format.ts';
import { ANTHROPIC_TITLE, parseAnthropic, readAnthropicPiece } from './parse.ts';
import { renderAnthropic } from './render.ts';
import { ANTHROPIC_TOOLS } from './tools.ts';
import { validateAnthropic } from './validate.ts';

/** Anthropic Messages: a request body, or its array of messages. */
export const anthropic: Format = {
  name: 'anthropic',
  title: ANTHROPIC_TITLE,
  isWire: true,
  tools: ANTHROPIC_TOOLS,
  parse: parseAnthropic,
  readPiece: readAnthropicPiece,
  render: renderAnthropic,
  validate: validateAnthropic,
};
