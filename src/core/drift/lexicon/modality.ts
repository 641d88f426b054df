import type { LexiconRow } from './operator.ts';

/**
 * Modality. Obligation, advice and permission as RFC 2119 ranks them (MUST, SHOULD, MAY), with the semi-modals of English
 * grammars (have to, be to, be supposed to; Quirk et al. 1985, chapter 4; Palmer 2001); hedges of the kinds in BioScope.
 */
export const MODALITY: readonly LexiconRow[] = [
  {
    phrases: 'must|shall|no exceptions|without exception|at all costs|non-negotiable|absolutely|strict|hard limit|hard requirement',
    operator: { type: 'force', forces: ['must'] },
  },
  {
    phrases:
      'have to|has to|had to|having to|required|require|requires|requiring|requirement|mandatory|obligatory|compulsory|obliged to|obligated to|obliged|necessary|need to|needs to|need|needs|needed|essential|imperative|deadline|obligation|critical that|guaranteed|guarantee|guarantees|bound to|bother|bother to|make sure|insist on|insists on|demanded|demands',
    operator: { type: 'force', forces: ['must'], isNeed: true },
  },
  { phrases: 'always|at all times|in every case|in all cases|each time|every time', operator: { type: 'emphasis' } },
  {
    phrases:
      'prefer|prefers|preferred|preferably|preferable|preference|ideally|recommended|recommend|recommends|recommendation|advisable|advised|encouraged|encourage|better|try to|tries to|careful|carefully|cautious|cautiously|caution|normally|usually|generally|typically|where possible|if possible|when possible|as far as possible|best effort|would like|would rather|would be nice|would be good|nice to have|if you can|if at all possible|where you can|when you can|whenever possible|wherever possible|if it can be avoided|unless necessary|unless needed|unless really necessary|unless absolutely necessary|if feasible|where feasible|where practical|consider|suggested|suggest|suggests|suggestion|aim to|desirable|favour|favor|reluctant|hesitant|mostly|sparingly|tends to|with care',
    operator: { type: 'force', forces: ['soft'] },
  },
  {
    phrases:
      'discouraged|discourage|discourages|try not to|tries not to|tried not to|prefer not to|prefers not to|preferred not to|preferably not|better not|better not to|rather not|ideally not|not recommended|not advisable|not advised|not encouraged|not ideal|inadvisable|unwise|dispreferred|best avoided|think twice',
    operator: { type: 'dissuasion' },
  },
  { phrases: 'should|ought to|supposed to', operator: { type: 'force', forces: ['soft', 'expected'] } },
  { phrases: 'expected|expected to|due to arrive', operator: { type: 'force', forces: ['expected'] } },
  { phrases: 'may|can|could', operator: { type: 'force', forces: ['permit', 'possible'] } },
  { phrases: 'able to|be able to', operator: { type: 'force', forces: ['permit', 'possible', 'fact'] } },
  { phrases: 'might be able to|may be able to|could possibly|can possibly|may possibly', operator: { type: 'force', forces: ['possible'] } },
  {
    phrases:
      'allowed|allow|allows|allowing|permitted|permit|permits|permissible|entitled to|entitled|free to|at liberty to|acceptable|fine|okay|ok to|authorized to|eligible',
    operator: { type: 'force', forces: ['permit'] },
  },
  { phrases: 'optional|optionally|voluntary|exempt|exempt from|at your discretion', operator: { type: 'force', forces: ['exempt'] } },
  {
    phrases:
      'might|perhaps|maybe|possibly|probably|likely|unlikely|presumably|apparently|seems|seem|seemed|appears|appear|appeared|suspect|suspects|suspected|i think|i believe|i assume|i guess|seemingly|looks like|looks as if|sounds like|potentially|potential|unconfirmed|unverified|not confirmed|not verified|hypothesis|allegedly|not sure|unsure|uncertain|unclear|i suspect|might be|may have|might have|could have|suggests that|indicates that|possible',
    operator: { type: 'force', forces: ['possible'] },
  },
  {
    phrases:
      'will|going to|plan to|plans to|planned|planning to|intend to|intends to|intended|about to|scheduled|next step|is next|are next|up next|next up|shall we|still to be|want to|wants to|to do next|upcoming|proposed|proposes|propose|would',
    operator: { type: 'force', forces: ['planned'] },
  },
  { phrases: 'is to be|are to be|is to|are to|to be|please|kindly|asked to|wanted|wants|want', operator: { type: 'force', forces: ['imperative'] } },
  { phrases: 'whether', operator: { type: 'force', forces: ['question'] } },
];
