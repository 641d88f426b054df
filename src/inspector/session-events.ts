import { saysFailed } from '../core/has-failed.ts';
import type { Span } from '../core/span.ts';
import { hostCompactionsOf } from '../formats/host-compactions.ts';
import type { Prepared } from '../prepare.ts';
import type { SessionEvent } from './inspected-session.ts';

/** What the timeline shows: compactions that the host made, what the user refused, and what failed. By place in the session. */
export function sessionEvents({ parsed, restored }: Prepared): readonly SessionEvent[] {
  const { spans } = restored.conversation;
  const compactions = hostCompactionsOf(parsed).flatMap((compaction): readonly SessionEvent[] => {
    const spanIndex = restored.sourceIndexOf.get(compaction.placed[0] ?? compaction.afterStart);
    if (spanIndex === undefined) return [];
    return [
      {
        what: 'compaction',
        spanIndex,
        turn: spans[spanIndex]?.turn ?? 0,
        by: compaction.tool,
        line: compaction.line,
        trigger: compaction.trigger,
        time: compaction.time,
        tokensBefore: compaction.reportedTokensBefore,
        tokensAfter: compaction.reportedTokensAfter,
      },
    ];
  });
  return [...compactions, ...spans.flatMap(rejectionOf)].sort((a, b) => a.spanIndex - b.spanIndex);
}

function rejectionOf({ exchange, index, turn }: Span): readonly SessionEvent[] {
  if (exchange === undefined || exchange.isPending) return [];
  const isRefused = exchange.isUserAnswer === true && exchange.isError;
  if (!isRefused && !saysFailed(exchange)) return [];
  return [{ what: isRefused ? 'refusal' : 'failure', spanIndex: index, turn, by: exchange.toolName }];
}
