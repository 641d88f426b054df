import type { Format } from '../format.ts';
import { parse, readPiece } from './parse.ts';
import { render } from './render.ts';
import { PI_TOOLS } from './tools.ts';
import { validate } from './validate.ts';

export const pi: Format = { name: 'pi', title: 'pi session', isWire: false, tools: PI_TOOLS, parse, readPiece, render, validate };
