import type { CallerTool } from '../core/classify/tools/caller-tool.ts';
import type { TokenCount } from '../core/token-count.ts';
import type { HostReading } from './edit-messages.ts';

export const PLUGIN_HOSTS = ['pi', 'opencode'] as const;
export type PluginHost = (typeof PLUGIN_HOSTS)[number];

/** What a host's plugin is told apart by. */
export interface HostAdapter {
  readonly title: string;
  /** What the host's tools do. */
  readonly tools: readonly CallerTool[];
  /** Reads the messages that the host would send, whatever is in them. */
  readonly read: (messages: readonly unknown[]) => HostReading;
  /** Of an answer: all input tokens of its request, as the provider measured them. */
  readonly inputTokensOf: (message: unknown) => TokenCount | undefined;
}
