import type { LexiconRow } from './operator.ts';

/**
 * Negation and restriction. The kinds of cue are those annotated in BioScope (Vincze et al. 2008) and in the *SEM 2012
 * shared task (Morante and Blanco 2012): particles, negative determiners and pronouns, negative verbs, prepositions. No
 * list of theirs is copied.
 */
export const NEGATION: readonly LexiconRow[] = [
  {
    phrases: 'not|never|neither|no longer|no more|not any more|not anymore|by no means|under no circumstances|in no case|hardly|scarcely|not yet|not even',
    operator: { type: 'negation', reach: 'clause' },
  },
  { phrases: 'nobody|no one|nothing|none|none of', operator: { type: 'negation', reach: 'clause', isSubject: true } },
  { phrases: 'no|zero', operator: { type: 'negation', reach: 'clause', isSubject: true } },
  { phrases: 'not only', operator: { type: 'emphasis' } },
  // Negative verbs: what they govern did not happen.
  {
    phrases: 'lack|lacks|lacked|lacking|free of|stop short of|rather than|instead of',
    operator: { type: 'negation', reach: 'rest' },
  },
  {
    phrases:
      'fail to|fails to|failed to|failing to|failure to|unable to|inability to|incapable of|refuse to|refuses to|refused to|decline to|declined to|neglected to|neglects to|omitted to|have yet to|has yet to|had yet to|yet to be|is yet to|are yet to|far from',
    operator: { type: 'negation', reach: 'clause' },
  },
  { phrases: 'impossible|not possible', operator: { type: 'negation', reach: 'clause', isImpossible: true } },
  {
    phrases:
      'forbidden|forbid|forbids|prohibited|prohibit|prohibits|banned|disallowed|off limits|off-limits|not an option|out of the question|unacceptable|avoid|avoided|avoids|refrain from|keep away from|stay away from|hands off|impermissible|taboo|steer clear of|untouchable|barred|no-go|not acceptable|ban|bans|stay out of|stays out of|keep out of|off the table|not negotiable',
    operator: { type: 'prohibition' },
  },
  {
    phrases: 'only|nothing else|no one else|solely|exclusively|nothing but|limited to|no one else|just|alone|strictly|confined to',
    operator: { type: 'exclusive' },
  },
  { phrases: 'restricted to|reserved for|reserved to', operator: { type: 'exclusive', isRule: true } },
  // What they take out is named by a noun: it ends at the verb.
  {
    phrases:
      'except|except for|excepting|excluding|apart from|aside from|other than|save for|bar|barring|with the exception of|with exception of|bar for|but for|outside|outside of',
    operator: { type: 'exception', isExcluding: true, takesNoun: true },
  },
  { phrases: 'without|minus', operator: { type: 'exception', isExcluding: true, takesNoun: true } },
  { phrases: 'unless', operator: { type: 'exception', isExcluding: true } },
  { phrases: 'until|till', operator: { type: 'exception', isExcluding: false } },
  { phrases: 'before|prior to|ahead of|earlier than|sooner than', operator: { type: 'exception', isExcluding: false, order: 'before' } },
  { phrases: 'after|once|as soon as|following', operator: { type: 'condition', order: 'after' } },
  {
    phrases:
      'should it|should the|should they|should there|should a|should an|should any|if|when|whenever|provided|provided that|as long as|in case|in case of|subject to|on condition that|while',
    operator: { type: 'condition' },
  },
  {
    phrases: 'but|whereas|although|though|however|yet|even though|because|since|so|as otherwise|so that|in order to|despite|in spite of',
    operator: { type: 'contrast' },
  },
];

/** Verbs, adjectives and nouns that deny by their meaning: beside them a negation may be missing, or be one too many. */
export const TURNING_WORDS: ReadonlySet<string> = new Set(
  (
    'keep keeps kept keeping stay stays stayed staying remain remains remained remaining unchanged retain retained leave leaves left ' +
    'rather instead ruled excluded exempted exclude off miss misses missed missing skip skipped defer deferred postpone postponed refuse refused ' +
    'decline declined stop stops stopped prevent prevents prevented avoid avoids protect protected untouched ignore ignored ' +
    'lose lost dropped removed unaffected hold held beyond else other otherwise reject rejected rejects deny denied denies ' +
    'barely rarely seldom hardly scarcely regardless irrespective stick sticks frozen freeze fails fail failed'
  ).split(' '),
);
