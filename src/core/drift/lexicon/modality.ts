import type { LexiconRow } from './operator.ts';

/**
 * Modality. Obligation, advice and permission as RFC 2119 ranks them (MUST, SHOULD, MAY), with the semi-modals of English
 * grammars (have to, be to, be supposed to; Quirk et al. 1985, chapter 4; Palmer 2001); hedges of the kinds in BioScope.
 */
export const MODALITY: readonly LexiconRow[] = [
  {
    phrases:
      'must|shall|no way around|no way around it|no exceptions|without exception|at all costs|non-negotiable|absolutely|strict|hard limit|hard requirement',
    operator: { type: 'force', forces: ['must'] },
  },
  {
    phrases:
      'have to|has to|had to|having to|required|require|requires|requiring|requirement|mandatory|obligatory|compulsory|obliged to|obligated to|obliged|necessary|need to|needs to|need|needs|needed|essential|imperative|deadline|obligation|critical that|guaranteed|guarantee|guarantees|bound to|bother|bother to|is a must|no matter what|no ifs or buts|indispensable|vital that|make sure|insist on|insists on|demanded|demands',
    operator: { type: 'force', forces: ['must'], isNeed: true },
  },
  { phrases: 'always|at all times|in every case|in all cases|each time|every time', operator: { type: 'emphasis' } },
  {
    phrases:
      'prefer|prefers|preferred|preferably|preferable|preference|ideally|recommended|recommend|recommends|recommendation|advisable|advised|encouraged|encourage|better|try to|tries to|careful|carefully|cautious|cautiously|caution|normally|usually|generally|typically|where possible|if possible|when possible|as far as possible|best effort|would like|would rather|would be nice|would be good|would be great|would be helpful|would help|would not hurt|would not mind|no hurry|no rush|when you have time|if you have time|not urgent|nice to have|if you can|if at all possible|where you can|when you can|whenever possible|wherever possible|if it can be avoided|unless necessary|unless needed|unless really necessary|unless absolutely necessary|if feasible|where feasible|where practical|consider|might want to|may want to|could do with|good idea|best to|if convenient|when convenient|at some point|one day|preference is|a plus|a bonus|welcome|helpful|happier|happy to see|keen on|inclined|inclined to|leaning towards|leans towards|rather have|advice|at your convenience|suggested|suggest|suggests|suggestion|aim to|desirable|favour|favor|reluctant|hesitant|mostly|sparingly|tends to|with care',
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
      'allowed|allow|allows|allowing|permitted|permit|permits|permissible|entitled to|entitled|free to|at liberty to|acceptable|fine|okay|ok to|authorized to|eligible|feel free to|feel free|fair game|cleared for|cleared to|green light|go-ahead|has leave to|have leave to|leave to|authorized for|authorised to|at liberty|no objection|is ok|are ok|is okay|are okay',
    operator: { type: 'force', forces: ['permit'] },
  },
  { phrases: 'optional|optionally|voluntary|exempt|exempt from|at your discretion', operator: { type: 'force', forces: ['exempt'] } },
  {
    phrases:
      'might|perhaps|maybe|possibly|probably|likely|unlikely|presumably|apparently|seems|seem|seemed|appears to|appear to|appeared to|it appears|appears that|suspect|suspects|suspected|suspicion|estimate|estimates|estimated|extrapolating|speculate|speculates|wondering|undecided|floated|association|correlation|correlates|linked to|linked with|associated with|not ruled out|not been ruled out|not excluded|not been excluded|not be ruled out|not be excluded|correlated with|correlates with|correlate with|in theory|conceivably|conceivable|arguably|i think|i believe|i assume|i guess|my guess|guess|guesses|hunch|seemingly|look like|looks like|looked like|looks as if|looked as if|sounds like|potentially|potential|unconfirmed|unverified|have not verified|has not been verified|not been confirmed|working theory|theory|candidate explanation|could be that|it could be|may be because|might be because|has not checked|have not checked|had not checked|not checked|not certain|doubtful|questionable|plausible|plausibly|tentative explanation|not confirmed|not verified|hypothesis|allegedly|not sure|unsure|uncertain|unclear|i suspect|might be|may have|might have|could have|suggests that|indicates that|possible',
    operator: { type: 'force', forces: ['possible'] },
  },
  {
    phrases:
      'will|going to|plan to|plans to|planned|planning to|intend to|intends to|intended|about to|scheduled|next step|is next|are next|up next|next up|shall we|still to be|want to|wants to|to do next|upcoming|proposed|proposes|propose',
    operator: { type: 'force', forces: ['planned'] },
  },
  {
    phrases: 'can you|could you|would you|will you|would you mind|can we|could you please|is to be|are to be|is to|are to|to be|please|kindly|asked to',
    operator: { type: 'force', forces: ['imperative'] },
  },
  { phrases: 'wanted|wants|want', operator: { type: 'force', forces: ['imperative', 'soft'] } },
  { phrases: 'would', operator: { type: 'force', forces: ['planned', 'soft', 'possible'] } },
  { phrases: 'whether', operator: { type: 'force', forces: ['question'] } },
];
