import type { Format } from '../format.ts';
import { parse, readPiece } from './parse.ts';
import { render } from './render.ts';
import { SWE_AGENT_TOOLS } from './tools.ts';
import { validate } from './validate.ts';

export const sweAgent: Format = {
  name: 'swe-agent',
  title: 'SWE-agent trajectory',
  isWire: false,
  tools: SWE_AGENT_TOOLS,
  parse,
  readPiece,
  render,
  validate,
};
