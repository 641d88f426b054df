import type { LexiconRow } from './operator.ts';

/** Quantifiers, comparisons, approximations, and the qualifiers that a state carries. */
export const QUANTIFIERS: readonly LexiconRow[] = [
  {
    phrases:
      'all|every|each|everyone|everybody|everything|everywhere|entire|whole|any|anyone|anybody|anything|both|all of|each of|in full|complete set of|in general|generally speaking|altogether|throughout|across|overall|everywhere else',
    operator: { type: 'quantifier', extent: 'universal' },
  },
  {
    phrases:
      'some|most|many|few|several|half of|some of|most of|many of|a few|part of|parts of|a subset of|certain|majority of|a number of|almost all|nearly all',
    operator: { type: 'quantifier', extent: 'partial' },
  },
  {
    phrases:
      'at least|no less than|not less than|no fewer than|minimum|minimum of|a minimum of|or more|or longer|or later|or newer|or higher|or older|and above|not below|min',
    operator: { type: 'comparison', comparison: 'at-least' },
  },
  {
    phrases:
      'at most|no more than|not more than|up to|maximum|maximum of|a maximum of|or less|or fewer|not above|limited to at most|limited to|capped at|max|within|not exceed|no longer than|not longer than|not exceeding',
    operator: { type: 'comparison', comparison: 'at-most' },
  },
  {
    phrases: 'more than|over|above|longer than|older than|greater than|exceeds|exceeding|exceeded|exceed|larger than|higher than|upwards of',
    operator: { type: 'comparison', comparison: 'above' },
  },
  { phrases: 'less than|below|under|fewer than|shorter than|younger than|smaller than|lower than', operator: { type: 'comparison', comparison: 'below' } },
  {
    phrases:
      'no later than|not later than|no earlier than|no sooner than|about|around|roughly|approximately|approx|circa|ca|nearly|almost|close to|some|~|≈|on the order of',
    operator: { type: 'approximation' },
  },
  { phrases: 'partially|partly|in part|halfway|half done|so far', operator: { type: 'qualifier', qualifier: 'partial' } },
  {
    phrases: 'tentatively|tentative|provisionally|provisional|preliminary|preliminarily|draft only|unofficially',
    operator: { type: 'qualifier', qualifier: 'tentative' },
  },
  { phrases: 'temporarily|for now|for the time being|temporary|interim', operator: { type: 'qualifier', qualifier: 'temporary' } },
  {
    phrases: 'subject to|pending on|conditional on|contingent on|on condition that|provided that|conditionally',
    operator: { type: 'qualifier', qualifier: 'condition' },
  },
];

/** Finite verbs without content: they show where a clause has a verb of its own, and its time. */
export const FINITE: readonly LexiconRow[] = [
  {
    phrases:
      'goes|comes|takes|makes|gives|means|has to do with|have to do with|had to do with|continues to|continue to|is|are|am|has|have|does|do|remains|stays|gets|get',
    operator: { type: 'finite', isPast: false },
  },
  { phrases: 'was|were|had|did|has been|have been|had been|was being|got|became', operator: { type: 'finite', isPast: true } },
];
