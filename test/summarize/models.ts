import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import type { AnyLanguageModel } from '../../src/summarize/model.ts';
import type { Protocol } from './provider-frames.ts';

/** Made up; what must be in no error and no event. Built so that no scanner takes it for a key. */
export const KEY = ['made', 'up', 'Kx91', 'Zr44', 'Tq07'].join('-');

/** The real packages, with their address on loopback. */
export const MODELS: Readonly<Record<Protocol, (baseURL: string) => AnyLanguageModel>> = {
  anthropic: (baseURL) => createAnthropic({ baseURL, apiKey: KEY })('claude-scripted'),
  'openai-chat': (baseURL) => createOpenAI({ baseURL, apiKey: KEY }).chat('gpt-scripted'),
  'openai-responses': (baseURL) => createOpenAI({ baseURL, apiKey: KEY })('gpt-scripted'),
};

export const PROTOCOLS = Object.keys(MODELS) as readonly Protocol[];
