import type { Limit } from './statements.ts';

// E16: the words by which a line is told shortened.

/** Limits of a heading or of a label that are of all that stands under it or behind it. */
export const REACHING: ReadonlySet<Limit> = new Set(['not', 'only', 'except', 'perhaps', 'plan', 'if', 'some']);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** They may be added to a line, and left out of it: those that our prompt names, and their forms. */
export const FREE_WORDS = words('the a an is was are were be been had has have and that');

/** A phrase that one of them opens tells where, when or by whom, and may be left out. */
export const LOCAL = words(
  'according last between of in on by from for with at via per as during into within through across around near since than to after under',
);

/** They say nothing that turns what stands beside them. */
export const ADVERBS = words(
  'still then there here now again also currently already yet right today yesterday tomorrow tonight further more called anymore longer altogether one well too',
);

/** They may be left before what is told. */
export const DETERMINERS = words(
  'our my your their his her its this these those both please hi hello so but or and then while as i we think found export const let var final static public private default function def',
);

/** What follows them is another part. */
export const JOINING = words('and or but while because so which who where since then although though after before when if unless until with as than');

/** What they open before the rest says where it holds. */
export const WHERE = words('on in with during within outside inside except apart excluding not given');

/** What they open says when the rest holds. */
export const CONDITIONAL = words('while if unless when whenever without once until till provided assuming only');

/**
 * What they stand beside is weakened, or somebody's words, wherever they stand in the sentence. Those of the other tables
 * (negations, hedges, plans) are limits, which are looked at by themselves.
 */
export const TURNING = words(
  'almost nearly barely rarely seldom hardly scarcely claims claim claimed alleges alleged reportedly supposedly allegedly purportedly ostensibly revert reverts reverted ' +
    'rumoured rumored pretends instead rather false untrue wrong myth dry-run simulated',
);

/** What they are the heading or the label of is not so, or nobody has said that it is. */
export const LABELS = words(
  'myth myths hypothesis hypotheses guess guesses idea ideas rumour rumor rumours rumors todo todos draft drafts proposal proposals proposed question questions example examples ' +
    'ruled wrong false untrue unverified unconfirmed unsupported deprecated rejected declined suspected assumption assumptions wishlist ' +
    'preview previews simulated simulation simulating drill scenario scenarios fear joked phishing goal goals target targets cancelled canceled denied considered options alternatives removed mistakes ' +
    "don'ts donts risk risks hypothetical imagined mock dry-run worst",
);

/** Who tells something says it so. */
export const TELLING = /^(?:says|states|reads|notes|lists|shows|asks|requires|found|wrote|said)$/;

/** Texts that tell something, and are nobody. */
export const WRITTEN = /^(?:page|docs?|documentation|manual|handbook|guide|policy|readme|runbook|file|rule|ticket|spec|contract|wiki|changelog|\S+\.md)$/;

/** Beside a name they say of what kind it is, and no more. */
export const GENERIC = words(
  'column table file folder job task test suite service host node server pod container flag option key field branch tag package module library command script pipeline queue topic index bucket cluster ' +
    'repository repo endpoint route page ticket issue class function method entity account user role region zone site stage step',
);
