import { clause, type FactPattern, row } from './pattern.ts';

/** Prose that reverses an earlier statement, or names the cause or the remedy that proved right (F9). */
export const CORRECTION_PATTERNS: readonly FactPattern[] = [
  // How people turn round: a word that stops, then what they hold now. The second part is what has to be kept.
  row(
    'correction',
    'stops and turns',
    /(?:^|[.!?:—–] {1,2}|\. - )(?:(?:But|So|Oh|Ah|Hm{1,4}|No|OK|Okay),? )?(?:[Ww]ait(?: a (?:second|moment|minute))?|[Hh]old on|[Hh]m{1,4}|[Oo]h(?: no)?|[Aa]h(?:a)?|[Nn]o|[Nn]ever mind|[Ss]cratch that|[Oo]n (?:closer|second) (?:look|inspection|thought)|[Ll]ooking (?:closer|again|more closely)|I see(?: now)?|[Ii]n reality|[Cc]orrection|I stand corrected|I was wrong)[,.:!—–-]{1,3} {1,2}((?!(?:let|now let) |[Yy]ou(?:'re| are) |[Tt]he user is )\S[^.!?\n]{10,118})/g,
  ),
  row(
    'correction',
    'grants a point',
    /(?:^|[.!?:—–] {1,2})(?:[Yy]ou(?:'re| are)|[Tt]he user is|[Tt]hat(?:'s| is)) (?:(?:absolutely|completely|totally|quite|also) )?(?:right|correct)(?:[,.:!—–-]{1,3}| -| —| –) {1,2}(?:[Ll]et me |I(?:'ll| will) |[Ss]o |[Bb]ut |[Aa]nd )?((?!(?:[Ll]et me|I'll|check|think|look|see|read|let|verify|understand|find|start|try|explore)\b)\S[^.!?\n]{10,118})/g,
  ),
  row('correction', 'however', /(?:^|[.!?] )However,? (?:(?:it seems|I see|I think) (?:that )?)?(\S[^.!?\n]{10,118})/g),
  clause('correction', 'because', /\b(?:because(?! of (?:you|your)\b)|due to|as a result of)\b/g),
  clause(
    'correction',
    'not this but that',
    /\b(?:is|was|are|were|did|does|do|has|have)(?:n't| not) [^.;!?]{2,60}?(?:,? but (?:rather|instead|an?|the|because|in|on|with|it|that|for|to)\b|[,;] (?:it|they)(?:'s| is| was|'re| are| were) |[,;] rather\b)/g,
  ),
  clause(
    'correction',
    'ruled out',
    /\b(?:rul(?:es|ed) out|disprov(?:es|ed)|red herring|false (?:alarm|positive)|nothing to do with|unrelated to|not related to|contradict(?:s|ed)?|the opposite|misled|misinterpreted|misremembered|I (?:had |have )?(?:thought|expected|believed|supposed)\b(?! (?:about|of|through)\b)|(?:that|which|this) explains why|on closer (?:look|inspection))\b/g,
  ),
  clause(
    'correction',
    'was wrong',
    /\b(?:(?:was|were|is|are|am|I'm|been|'re|'m) (?:(?:all|also|completely|simply|just|actually) )?(?:wrong|incorrect|mistaken|overcomplicating|misleading|confused|not (?:the (?:problem|issue|cause|right|case|root)|right|correct|true))|my (?:mistake|bad|error)|[Mm]y [\w `'-]{1,60} (?:did not|didn't|was not|wasn't|missed|used the wrong)|misread|misunderstood|misdiagnosed|overlooked|mis-?typed|I (?:forgot|missed|mistook|assumed)|wrong (?:approach|assumption|file|path|place|branch))\b/g,
  ),
  clause(
    'correction',
    'did not help',
    /\b(?:(?:did not|didn't|does not|doesn't|won't|will not|cannot|can't) (?:actually )?(?:help|work|fix|solve|resolve|apply|change anything|make a difference|match)|no effect|made no difference|to no avail)\b/g,
  ),
  clause(
    'correction',
    'still',
    /\b[Ss]till (?:fail(?:s|ing)?|broken|the same|gets?|getting|see(?:s|ing)?|not |wrong|errors?|crash(?:es|ing)?|happen(?:s|ing)?|present|there\b)/g,
  ),
  clause(
    'correction',
    'turns out',
    /\b(?:(?:[Ii]t |[Tt]hat |[Tt]his )?turn(?:s|ed) out|[Ii]n fact|(?<!\b[Ww]hat )(?:but|it|is|was|are|we|they|he|she|that|this) actually|^[Aa]ctually|[.!?—–] [Aa]ctually)\b/g,
  ),
  clause(
    'correction',
    'cause',
    /\b(?:[Rr]oot[- ]cause|(?:real|actual|underlying|true|core) (?:problem|issue|bug|cause|reason)|(?:[Tt]he|[Tt]his) (?:problem|issue|bug|cause|culprit|error|failure) (?:is|was|comes|came|stems)|caused by|[Cc]ulprit|(?:fails|failed|failing|broke|breaks|wrong|happens|happened) because)\b/g,
  ),
  clause(
    'correction',
    'remedy',
    /\b(?:[Ff]ixed (?:by|it|the|in|with)|(?:resolved|solved) (?:by|through|via)|[Tt]he (?:fix|remedy|workaround) (?:is|was)|[Ss]olution (?:is|was) to|(?:which|that|this) (?:fixed|fixes|solved|resolved)|should(?:n't| not) have|instead of|rather than (?:the|a)\b|revert(?:ed|ing)|rolled back|undo(?:ne)?|no longer|add back|put back)\b/g,
  ),
  clause(
    'correction',
    'other than before',
    /\b(?:[Cc]ontrary to|[Oo]n second thought|changed from|used to be|(?:moved|renamed|switched) (?:to|from)|(?:shouldn't|should not) (?:trigger|be|need|happen|run))\b/g,
  ),
  clause(
    'correction',
    'turned down',
    /(?:\b(?:bad idea|over-?(?:engineer(?:ed|ing)|complicat(?:ed|ing)|kill)|too (?:complex|complicated|slow|deep|large|broad|much)|(?:don't|doesn't|do not|does not|no longer) need (?!to\b)|not (?:scalable|needed|necessary)|wasteful|redundant|should go)\b|, not (?:an?|the) )/gi,
  ),
  clause('correction', 'has this but not that', /\b(?:has|have|takes?|returns?|expects?|uses?|is|are|exports?) [^.;]{1,60}?,? (?:but|and) not\b/g),
];
