import type { CueTable } from './cue.ts';
import { ENGLISH_TALK } from './english-talk.ts';
import { ENGLISH_WEIGHTS as WEIGHTS } from './english-weights.ts';

/** English: what binds. What is small talk, or only sounds as if it bound, is in `english-talk.ts`. */
export const ENGLISH: CueTable = {
  language: 'en',
  functionWords:
    "the a an and of to in is are was it's i i'm you he she we they that this it my your our for with on at not don't have has be but or as from so what by do me all would will can if no",
  isNameByCapital: true,
  choices:
    'shall|should i|we|the|it|they; do|did you want|need|prefer; would you like|prefer|rather; would you|it|that or; may|can|could i|we; which; or; how many|much|long|often; what time|date|day|name|address|size|colour|color|number; what will it|that be; will|would you accept|take|sell|pay|come|sign; when; where; is it ok|okay|alright|fine|safe if|to; want me to; do i|we; until when; who should|will|can',
  base: WEIGHTS.base,
  marks: WEIGHTS.marks,
  wording: WEIGHTS.wording,
  rows: [
    {
      id: 'imperative',
      cueClass: 'obligation',
      weight: WEIGHTS.rows['imperative'],
      source: 'Searle 1976 (directives); Levin 1993: a bare verb at the beginning of a clause',
      phrases:
        '^ abbreviate|accept|acknowledge|activate|add|address|adjust|advertise|agree|aim|alert|allow|announce|answer|apply|appoint|approve|archive|arrange|ask|assemble|assign|assume|attach|audit|avoid|back|bake|base|bear|begin|bend|block|boil|bold|book|boost|brief|bring|broadcast|brush|build|bundle|buy|calculate|call|cancel|cap|capitalize|capture|carry|catch|change|charge|check|choose|cite|classify|clean|clear|close|collect|color|colour|combine|comment|compare|compress|configure|confirm|contact|continue|convert|cook|copy|correct|count|cover|credit|crop|customize|cut|date|deactivate|debit|decline|decrease|deduct|default|defer|define|defrost|delete|deliver|deploy|describe|dilute|direct|disable|discard|disconnect|discount|discuss|disregard|divide|document|double|draft|drain|draw|dress|drill|drink|drive|drop|dry|dust|eat|echo|edit|eliminate|email|emphasize|enable|encrypt|end|enlarge|ensure|enter|escalate|escort|establish|estimate|evaluate|examine|exchange|exclude|expand|expect|explain|export|feed|fetch|file|fill|filter|finalize|find|finish|fit|fix|flag|focus|follow|format|forward|freeze|fry|fund|generate|give|glue|go|greet|grill|group|guard|guide|hand|handle|hang|harvest|have|head|heat|help|hide|highlight|hire|hold|identify|ignore|illustrate|import|include|increase|indent|inform|initial|inspect|install|introduce|invest|invite|invoice|iron|isolate|itemize|join|jot|jump|justify|keep|label|land|lay|lead|learn|leave|level|lift|light|lighten|limit|link|list|listen|load|lock|log|look|lose|lower|maintain|make|manage|map|mark|match|measure|meet|memorize|mention|merge|message|migrate|mind|mix|mount|move|mow|mute|nail|name|narrow|note|notify|number|obtain|offer|omit|open|order|organize|outline|oversee|pack|paint|park|pass|paste|patch|pause|pay|peel|phone|pick|pin|place|plan|plant|play|plug|point|position|post|pour|practice|practise|prefer|prepare|present|preserve|press|prevent|print|prioritize|process|pronounce|proofread|protect|provide|prune|publish|pull|punctuate|push|put|quit|quote|raise|rank|rate|read|rebook|recalculate|recommend|record|recycle|redirect|redo|reduce|refer|refresh|refund|register|rehearse|reject|release|rely|remember|remind|remove|rename|render|rent|repaint|repeat|rephrase|replace|reply|report|request|reschedule|research|reserve|reset|resize|respond|rest|restart|restore|restrict|retain|retry|return|reuse|reverse|revert|review|revise|rewrite|ring|rinse|roll|rotate|round|route|run|sand|save|say|scale|scan|schedule|scrap|screen|screw|seal|search|secure|select|sell|send|separate|serve|set|settle|share|shave|shift|ship|shorten|show|shuffle|shut|sign|simplify|sit|sketch|skip|slice|slow|smooth|soak|soften|sort|speak|specify|spell|split|spray|sprinkle|squeeze|stack|stamp|stand|start|state|stay|stick|stir|stitch|stop|store|stretch|strip|study|submit|subscribe|substitute|subtitle|subtract|suggest|summarise|summarize|supervise|supply|support|suspend|swap|sweep|switch|sync|tag|tailor|take|talk|tape|target|teach|tell|terminate|test|text|throw|tidy|tie|tighten|time|title|tone|torque|track|transcribe|transfer|translate|transport|treat|trim|triple|try|tune|turn|type|undo|unlock|unplug|unsubscribe|update|upgrade|upload|use|validate|verify|visit|vote|wait|waive|walk|warm|warn|wash|water|wear|weigh|wipe|withdraw|withhold|work|wrap|write|zip; please; make|be sure; only use|book|send|call|take|pay|order|contact|write|serve|buy|offer',
    },
    {
      id: 'request',
      cueClass: 'obligation',
      weight: WEIGHTS.rows['request'],
      source: 'Searle 1976: indirect requests',
      phrases:
        "can|could|will|would you; would you mind; i'd|we'd appreciate|be_grateful; is|are to; whatever you do; refer|talk|speak|write to; put me|us|it|them down",
    },
    {
      id: 'duty',
      cueClass: 'obligation',
      weight: WEIGHTS.rows['duty'],
      source: 'RFC 2119; Quirk et al. 1985, ch. 4: modals of duty',
      phrases:
        "must; have|has|had to; has|have got to; needs|need to; needs|need; needed; required; require|requires; mandatory; obliged; compulsory; supposed to; shall; should; ought to; important; essential; crucial; insist|insists; at the latest; is|are due; it's|it is up to; has|have the last|final word; matters",
    },
    {
      id: 'ban',
      cueClass: 'prohibition',
      weight: WEIGHTS.rows['ban'],
      source: 'RFC 2119; Quirk et al. 1985, ch. 10: negated modals and imperatives, words of prohibition',
      phrases:
        "^ don't|never; ^ do not; please|and|but|or|so don't|never; please|and|but|or|so do not; ^ no; ^ not; ^ nothing; ^ nobody; ^ none; nothing|nobody; no one; not to; isn't|aren't|not allowed|permitted|supposed|invited|included|welcome; can't|cannot|mustn't|shouldn't|won't|shan't; must|can|may|should|shall|will not; forbidden; forbid|forbids; prohibited; banned; off limits; off the table|record|menu|list|books; out of the question; out of bounds; under no circumstances; absolutely no|not|nothing; refrain; keep|stay|stays|leave|keeps away|out|off; hands off; confidential; private; secret; refuse|refuses|refused; reject|rejects|rejected; no longer; not a word; without; stop; is|are out",
    },
    {
      id: 'negation',
      cueClass: 'negation',
      weight: WEIGHTS.rows['negation'],
      source: 'Quirk et al. 1985, ch. 10: negation of a statement',
      phrases: "don't|doesn't|isn't|aren't|hasn't|haven't|not; no; none; neither; nor; never; didn't|wasn't|weren't; hardly; rarely",
    },
    {
      id: 'leave',
      cueClass: 'permission',
      weight: WEIGHTS.rows['leave'],
      source: 'Quirk et al. 1985, ch. 4: modals of leave',
      phrases:
        "may; allowed; permitted; allows|permits|lets; feel free; free to; welcome to; optional; permission; approval; consent; i|we|you|he|she|they|anyone|everyone can; is|are|it's|they're|that's fine|ok|okay|alright|enough|good; fine with|by|for; happy for|to; ok|okay to|with|if; up to you; as long|much|hard|many as you; all|is|are yours; has|have leave",
    },
    {
      id: 'bound',
      cueClass: 'permission',
      weight: WEIGHTS.rows['bound'],
      source: 'Quirk et al. 1985, 8.116, ch. 15: bounds and comparison',
      phrases:
        'at most|least; up to; maximum; minimum; max; min; no|not more|less|fewer|later|earlier|longer than; more|less|fewer|longer|later|earlier|older|younger|higher|lower than; limit|limits; limited to; just the|one|two; can only; within; ceiling; cap; over|under|above|below|beyond|exceed|past; anything over|under|above|below|beyond|past|after|before; top|tops out; stop|stops; enough; per; each; a day|week|month|year|night|head|person|piece|session|hour; all in; the most|least',
    },
    {
      id: 'only',
      cueClass: 'exception',
      weight: WEIGHTS.rows['only'],
      source: 'Quirk et al. 1985, 8.116: restrictive subjuncts',
      phrases: 'only; nothing but; solely; exclusively; alone',
    },
    {
      id: 'exception',
      cueClass: 'exception',
      weight: WEIGHTS.rows['exception'],
      source: 'Quirk et al. 1985, ch. 15: exceptives',
      phrases:
        'except; apart from; other than; excluding; but not; and not; instead; rather than; not the; not for|in|on|from; instead of; besides; otherwise; the rest; the others; unlike',
    },
    {
      id: 'condition',
      cueClass: 'condition',
      weight: WEIGHTS.rows['condition'],
      source: 'Quirk et al. 1985, ch. 15; EARS keywords (Mavin et al. 2009)',
      phrases:
        "if; unless; provided; as|so long as; in case; ^ otherwise; or else; only if|when|after|before; depends on; depending on; should they|there|he|she|it|we|you|anyone|the; whether; wherever; whenever; once the|your|my|our|it's|you've|i've|we've|they've|i|we|he|she|it; until; till; in that case; ^ when the|a|he|she|it|they|you|someone|my|our|i; on days",
    },
    {
      id: 'decision',
      cueClass: 'decision',
      weight: WEIGHTS.rows['decision'],
      source: 'Searle 1976: declarations',
      phrases:
        "decided; decides; decision; agreed; settled; chose; chosen; opted; go|going|gone|went with|for; we're|we_are|i'm keeping|taking|leaving|going|moving|getting|switching|using|staying|skipping|dropping|doing|having|cutting|done; we|i keep|go|take|stay|use|drop; let's|let_us go|use|take|keep|leave|make|start|move|have|stick|do|roll|skip|drop|call; i'll|we'll take|have|keep|go|use|skip|stick|cut; approved; confirmed; final; stays|stay|remains|remain|comes|come; is|are off|in|out|staying|going|coming; for good; it is|it's|will_be the; instead; after all; talked it over; made up; make it|that",
    },
    {
      id: 'preference',
      cueClass: 'preference',
      weight: WEIGHTS.rows['preference'],
      source: 'Levin 1993, 31-32: verbs of desire',
      phrases:
        "prefer|prefers|preferred; preference; i'd|we'd|would rather|sooner|like|love|want; sooner; suits|suit; works|work|better|best|easier for; over; more|less|better than; ideally; preferably; if possible; i|we|he|she|they like|likes|hate|hates|dislike; not keen; keen on; a fan of; favourite; rather; not|never my; instead of; goes|go down; matters|matter more|less|most; read|reads|works|work|look|looks|learn|learns|remember better|best; i|we don't like|want|mind|care; means more",
    },
    {
      id: 'goal',
      cueClass: 'goal',
      weight: WEIGHTS.rows['goal'],
      source: 'nouns and verbs of purpose',
      phrases:
        "goal; goals; aim; aiming; objective; purpose; the point; what i|we|she|he want|wants|need|needs; what i'm|we're after; what matters; all i|we want|need; i|we want|need|hope|plan|intend; so that; in order to; trying|hoping|planning|aiming|looking|working to|for|towards; want|wants to; the idea|plan|point|hope|dream is; my|our hope|dream|plan|wish|idea; would|'d like|love to; i'd|we'd like|love a|an|the|to|my|our|some|it; main thing; by the end; get|be done|finished|ready|fixed|back|home|rid; should be able",
    },
    {
      id: 'self',
      cueClass: 'self',
      weight: WEIGHTS.rows['self'],
      source: 'Quirk et al. 1985, 4.28: stative verbs with the first person',
      phrases:
        "i|we own|live|work|earn|take|use|drive|speak|support|pay|rent|study|teach|eat|drink|wear|manage|have|do|run|deal|sleep|only; i've|we've|i_have|we_have got|only|already|no|a|an|two|three; i'm|we're|i_am|we_are a|an|the|on|in|at|from|based|allergic|not; my|our * is|are|has|have|does|needs|lives|works|can|can't|doesn't|won't|isn't|runs|ends|starts; my|our * * is|are|has|have|needs|lives|works|can|can't|doesn't|runs; i|we was|were born|married|promised|told; belongs|belong to; is|are mine|ours|his|hers|theirs; his|her|their * is|are|has|can|can't|lives|works|needs|knows",
    },
    {
      id: 'body',
      cueClass: 'self',
      weight: WEIGHTS.rows['body'],
      source: 'what a person is for long: health, faith, family, standing',
      phrases:
        'allergic; allergy; allergies; intolerant; vegetarian; vegan; diabetic; diabetes; pregnant; asthma; asthmatic; inhaler; coeliac; celiac; disabled; disability; deaf; blind; dyslexic; dyslexia; handed; colour blind; color blind; kosher; halal; wheelchair; epilepsy; epileptic; insomnia; migraine; retired; divorced; married; widowed; separated; pacemaker; medication; medicine; pills; insulin; blood; heart; kidney; knee; hip; swim; climb; stairs; scared|afraid|sensitive|panics|panic of|to; hives; swell; nuts; gluten; lactose; dairy; peanuts; penicillin; antibiotics; surgery; operation; doctor; nurse; clinic; hospital; therapy; diagnosis; injury; autistic; adhd; anxiety; dementia; hearing aid; hard of hearing; carsick; seasick; claustrophobic; underage; citizen; freelance; freelancer; self employed; unemployed; religious; muslim; jewish; hindu; catholic',
    },
    {
      id: 'money',
      cueClass: 'matter',
      weight: WEIGHTS.rows['money'],
      source: 'nouns of money',
      phrases:
        'budget; cost; costs; price; prices; rent; deposit; fee; fees; salary; wage; wages; income; loan; mortgage; debt; savings; invoice; invoices; bill; bills; tax; taxes; refund; refunds; receipt; receipts; discount; insurance; policy; premium; excess; account; accounts; bank; card; cash; payment; payments; instalment; instalments; interest; pension; equity; grant; fund; funds; euros; euro; dollars; dollar; pounds; quid; percent; per cent; grand; thousand; million; rate; quote; currency; vat; share; shares; subscription; plan; penalty; fine; owe; owes; owing',
    },
    {
      id: 'affairs',
      cueClass: 'matter',
      weight: WEIGHTS.rows['affairs'],
      source: 'nouns of law, work, school, home and journeys',
      phrases:
        'contract; contracts; lease; landlord; tenant; tenancy; agreement; clause; licence; license; permit; visa; passport; court; lawyer; solicitor; judge; police; witness; signature; consent; form; forms; deadline; appointment; booking; reservation; ticket; tickets; flight; train; ferry; hotel; address; postcode; phone number; email; password; key; keys; token; database; server; branch; version; backup; staging; production; api; client; clients; customer; customers; supplier; vendor; guests; guest; venue; caterer; employer; manager; boss; team; department; committee; members; member; treasurer; office; school; teacher; pupils; students; student; exam; grade; grades; homework; lesson; lessons; meeting; rehearsal; concert; schedule; shift; rota; calendar; file; files; folder; column; table; chapter; chapters; draft; page; pages; words; title; footnotes; spelling; font; colour; size; order; orders; delivery; warehouse; stock; parts; warranty; model; serial; roof; wall; walls; floor; boiler; heating; wiring; pipe; pipes; water; gas; electricity; door; doors; garage; fence; gate; kitchen; bathroom; engine; brakes; tyres; wheel; frame; archive; data; report; letter; letters; shed; plot; plots; hose; photo; photos; pictures; video; gallery; album; candidate; candidates; role; interview; offer; nursery; cot; crib; nap; feed; bottle; formula',
    },
    {
      id: 'lasting',
      cueClass: 'state',
      weight: WEIGHTS.rows['lasting'],
      source: 'Quirk et al. 1985, 4.5: verbs of what holds, in the third person',
      phrases:
        'stays|goes|counts|applies|includes|belongs|lives|works|owns|pays|costs|weighs|holds|takes|needs|gets|wears|speaks|eats|drinks|covers|contains|expires|ends|begins|starts|closes|opens|runs|faces|leads|requires|means|allows|lasts|fits|measures|reads|knows|drives|sleeps|leaves|arrives|comes|handles|manages|keeps|uses|carries|depends|lies|stands|rules|floods|leaks|works|serves|teaches|sponsors|rents|shares|shows|changes|lets|draws',
    },
    {
      id: 'standing',
      cueClass: 'state',
      weight: WEIGHTS.rows['standing'],
      source: 'Quirk et al. 1985, 3.77: states and results',
      phrases:
        'is|are on|in|at|from|due|under|for|with|after|before|between|only|already|still|closed|open|booked|paid|signed|reserved|sold|broken|included|shared|called|spelled|written|listed|set|made|kept|done|sent|based|shut|full|empty|off|up; gets|get|be|been|being|was|were paid|signed|booked|sent|shipped|returned|kept|checked|cleaned|marked|written|shared; runs|run out',
    },
    {
      id: 'having',
      cueClass: 'state',
      weight: WEIGHTS.rows['having'],
      source: 'Quirk et al. 1985, 18.44: what there is',
      phrases: "has|have no|a|an|two|three|four|one|been; there is|are; there's; it's|it_is the; that's|that_is what|where|how",
    },
    {
      id: 'named',
      cueClass: 'name',
      weight: WEIGHTS.rows['named'],
      source: 'verbs of naming',
      phrases:
        "called; named; name is|stays; name's; goes by; spelled|spelt|spell|written|pronounced; surname; first name; nickname; known as; pronouns; contact|ask|call|through is|for",
    },
    {
      id: 'numeral',
      cueClass: 'number',
      weight: WEIGHTS.rows['numeral'],
      source: 'numerals in words',
      phrases:
        'two; three; four; five; six; seven; eight; nine; ten; eleven; twelve; thirteen; fourteen; fifteen; sixteen; seventeen; eighteen; nineteen; twenty; thirty; forty; fifty; sixty; seventy; eighty; ninety; hundred; dozen; half; quarter; double; third; twice; once a',
    },
    {
      id: 'calendar',
      cueClass: 'date',
      weight: WEIGHTS.rows['calendar'],
      source: 'calendar words',
      phrases:
        "monday; tuesday; wednesday; thursday; friday; saturday; sunday; mondays; tuesdays; wednesdays; thursdays; fridays; saturdays; sundays; weekday; weekdays; weekends; january; february; april; june; july; august; september; october; november; december; in|until|since|by|before|after|of|from|to|next|mid may|march; noon; midnight; christmas; easter; ramadan; next week|month|year|spring|summer|autumn|winter; tomorrow; by|until|till|before|from|after|since the|then|spring|summer|autumn|winter|lunch|dinner|seven|eight|nine|ten|six|five|four|three|noon|midnight; at seven|eight|nine|ten|six|five|four|three|two|one|half|quarter; end|middle|beginning of; past|o'clock",
    },
    {
      id: 'every',
      cueClass: 'rule',
      weight: WEIGHTS.rows['every'],
      source: 'Quirk et al. 1985, 6.45: quantifiers',
      phrases:
        'always; every; each; everything; everyone; everybody; anyone; anybody; anything; all; any; both; whoever; whatever; from now on; by default; as a rule; whole; either; half the; most of; none of; the same',
    },
    {
      id: 'commitment',
      cueClass: 'commitment',
      weight: WEIGHTS.rows['commitment'],
      source: 'Searle 1976: commissives',
      phrases:
        "i|we promise|promised; i|we have promised; i|we guarantee|guaranteed; i|we commit; you have my word; i|we owe; owes; noted that; i've|we've|i|we noted|booked|cancelled|ordered|changed|updated|set|reserved|scheduled|filed|sent|refunded; i|we have booked|cancelled|ordered|changed|updated|set|reserved|scheduled|filed|sent|refunded; will send|call|pay|refund|ship|deliver|bring|book|email|arrive|remind|check|keep|leave|stay|come; i'll|we'll send|call|pay|refund|ship|deliver|bring|book|email|remind",
    },
    ...ENGLISH_TALK,
  ],
};
