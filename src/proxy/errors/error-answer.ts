import type { IncomingHttpHeaders } from 'node:http';
import type { LiveFormat } from '../../live/live-request.ts';
import type { Route } from '../route.ts';
import { anthropicError } from './anthropic-error.ts';
import { openaiError } from './openai-error.ts';
import type { ErrorAnswer, Problem } from './problem.ts';

/** A problem as the client expects an error of its provider. */
export function errorAnswer(problem: Problem, format: LiveFormat): ErrorAnswer {
  if (format === 'anthropic') return anthropicError(problem);
  return openaiError(problem, format === 'openai' ? 'messages' : 'input');
}

/** Whose errors the client understands. */
export function formatOfClient(route: Route, headers: IncomingHttpHeaders): LiveFormat {
  if (route.name === 'prepared') return route.format;
  return headers['anthropic-version'] === undefined ? 'openai' : 'anthropic';
}
