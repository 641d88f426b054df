import type { Format } from '../format.ts';
import { parse, readPiece } from './parse.ts';
import { render } from './render.ts';
import { CLAUDE_CODE_TOOLS } from './tools.ts';
import { validate } from './validate.ts';

export const claudeCode: Format = {
  name: 'claude-code',
  title: 'Claude Code transcript',
  isWire: false,
  tools: CLAUDE_CODE_TOOLS,
  parse,
  readPiece,
  render,
  validate,
};
