import { ConfigError } from '../core/errors/config-error.ts';
import { loadPackage } from './load-package.ts';
import type { AnyLanguageModel } from './model.ts';

/** Providers by the first part of a model's name. Keys and addresses are the package's own matter, by its environment variables. */
const PROVIDERS = {
  anthropic: '@ai-sdk/anthropic',
  openai: '@ai-sdk/openai',
} as const;

type Provider = keyof typeof PROVIDERS;

/**
 * The model of a name as the command line takes it: `anthropic/claude-haiku-4-5`, `openai/gpt-5-mini`. Loads the
 * provider's package; asks nothing yet.
 *
 * @throws ConfigError where the name is none, or the package is not installed, with what to install.
 */
export async function loadNamedModel(name: string): Promise<AnyLanguageModel> {
  const slash = name.indexOf('/');
  const provider = name.slice(0, Math.max(0, slash));
  const modelId = name.slice(slash + 1);
  if (!isProvider(provider) || modelId === '') throw unknownName(name);
  const found = await loadPackage<Record<Provider, (modelId: string) => AnyLanguageModel>>(PROVIDERS[provider], `The model ${provider}/…`);
  return found[provider](modelId);
}

function isProvider(name: string): name is Provider {
  return Object.hasOwn(PROVIDERS, name);
}

function unknownName(name: string): ConfigError {
  const known = Object.keys(PROVIDERS).map((provider) => `\`${provider}/MODEL\``);
  return new ConfigError({
    what: `${JSON.stringify(name.slice(0, 80))} names no summarizer`,
    option: 'summarizer',
    next: `Give \`extractive\`, ${known.join(' or ')}; other models by the library, with \`modelSummarizer\`.`,
  });
}
