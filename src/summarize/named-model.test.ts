import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadPackage } from './load-package.ts';
import { modelSummarizer } from './model.ts';
import { loadNamedModel } from './named-model.ts';

afterEach(() => vi.unstubAllEnvs());

describe('a model by its name', () => {
  it.each([
    ['anthropic/claude-haiku-4-5', 'anthropic.messages'],
    ['openai/gpt-5-mini', 'openai.responses'],
    ['openai/ft:gpt/with/strokes', 'openai.responses'],
  ])('%s is loaded from its package', async (name, provider) => {
    expect(await loadNamedModel(name)).toMatchObject({ provider, modelId: name.slice(name.indexOf('/') + 1) });
  });

  it.each(['', '/', 'claude', 'anthropic', 'anthropic/', '/claude', 'constructor/x', '__proto__/x', 'mistral/large', 'x'.repeat(10_000)])(
    '%s is refused, with the names that are known',
    async (name) => {
      await expect(loadNamedModel(name)).rejects.toMatchObject({ code: 'config-invalid', next: expect.stringContaining('`anthropic/MODEL`') });
    },
  );

  it('a package that is not installed is a wrong option that says what to install', async () => {
    await expect(loadPackage('@holdfast-test/none', 'A test')).rejects.toMatchObject({
      code: 'config-invalid',
      next: expect.stringContaining('npm install @holdfast-test/none'),
    });
  });

  it('a missing key is a wrong option that names the variable, before anything is sent', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', undefined);
    const summarizer = modelSummarizer(await loadNamedModel('anthropic/claude-haiku-4-5'));
    const request = { index: 0, startTurn: 1, endTurn: 1, sources: [], sourceTokens: 0, facts: [], allowanceTokens: 10, count: () => 0 };
    await expect(summarizer.summarize(request)).rejects.toMatchObject({ code: 'config-invalid', next: expect.stringContaining('ANTHROPIC_API_KEY') });
  });
});
