import { DEFAULTS } from '../core/defaults.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import type { TokenCount } from '../core/token-count.ts';
import type { CompactOptions } from '../options.ts';
import type { LiveEvent, LiveFormat } from './live-request.ts';

/** Of a plan and a summarizer: all but what each request brings or the live marks decide. */
type EngineOptions = Omit<
  CompactOptions,
  'format' | 'to' | 'fileName' | 'damage' | 'isStrict' | 'window' | 'target' | 'maxTokens' | 'reclaim' | 'conversationId' | 'onEvent' | 'signal' | 'release'
>;

/** What live compaction takes besides the options of a plan and of a summarizer. */
export interface CompactorOptions extends EngineOptions {
  readonly format: LiveFormat;
  /** Tokens of the model's context. */
  readonly window: TokenCount;
  /** Share of the window at which a request is compacted (DESIGN §8). */
  readonly trigger?: number | undefined;
  /** Share of the window down to which it is compacted; four sevenths of the trigger where it is not given. */
  readonly lowerMark?: number | undefined;
  /** Bytes that the provider takes of a request's body (P20). */
  readonly maxBodyBytes?: number | undefined;
  /** Only tells, by `onEvent`, what it would do: every request goes on as it came, and nothing is archived. */
  readonly observe?: boolean | undefined;
  readonly onEvent?: ((event: LiveEvent) => void) | undefined;
}

/** As far below the trigger as it stands by default, where only the trigger is given. */
export function lowerMarkOf({ trigger, lowerMark }: Pick<CompactorOptions, 'trigger' | 'lowerMark'>): number {
  if (lowerMark !== undefined || trigger === undefined) return lowerMark ?? DEFAULTS.lowerMarkShare;
  return (trigger * DEFAULTS.lowerMarkShare) / DEFAULTS.triggerShare;
}

/** @throws ConfigError with the option's name. */
export function checkCompactorOptions(options: CompactorOptions): void {
  const { window, archive, trigger = DEFAULTS.triggerShare, maxBodyBytes } = options;
  const lowerMark = lowerMarkOf(options);
  if (typeof archive?.lock !== 'function') throw unfit('archive', 'There is no archive', "Give one, as `sqlite('holdfast.db')` or `memory()`.");
  if (!Number.isInteger(window) || window <= 0) throw unfit('window', `window is ${window}`, "Give the tokens of the model's context, a whole number above 0.");
  if (!(trigger > 0 && trigger <= 1)) throw unfit('trigger', `trigger is ${trigger}`, 'Give a share of the window above 0 and up to 1, as 0.7.');
  if (!(lowerMark > 0 && lowerMark < trigger)) throw unfit('lowerMark', `lowerMark is ${lowerMark}`, `Give a share below the trigger of ${trigger}, as 0.4.`);
  if (maxBodyBytes !== undefined && !(maxBodyBytes > 0)) throw unfit('maxBodyBytes', `maxBodyBytes is ${maxBodyBytes}`, 'Give a number of bytes above 0.');
}

function unfit(option: string, what: string, next: string): ConfigError {
  return new ConfigError({ what, option, next });
}
