import type { Format } from '../format.ts';
import { parse, readPiece } from './parse.ts';
import { render } from './render.ts';
import { CODEX_TOOLS } from './tools.ts';
import { validate } from './validate.ts';

export const codex: Format = { name: 'codex', title: 'Codex rollout', isWire: false, tools: CODEX_TOOLS, parse, readPiece, render, validate };
