import type { CueTable } from './cue.ts';
import { ENGLISH_TALK } from './english-talk.ts';

const QUIRK = 'Quirk et al. 1985, ch. 4 (modals), 10 (negation), 15 (conditionals)';
const RFC = 'RFC 2119';
const EARS = 'EARS keywords (Mavin et al. 2009)';
const SEARLE = 'Searle 1976 (directives, commissives, declarations)';
const LEVIN = 'Levin 1993 (verb classes)';

/** English: what binds. What only sounds so is in `english-talk.ts`. */
export const ENGLISH: CueTable = {
  language: 'en',
  functionWords:
    "the a an and of to in is are was it's i i'm you he she we they that this it my your our for with on at not don't have has be but or as from so what by do me all would will can if no",
  isNameByCapital: true,
  choices:
    'shall|should i|we|the|it|they; do|did you want|need|prefer; would you like|prefer|rather; would you|it|that or; may|can|could i|we; which; or; how many|much|long|often; what time|date|day|name|address|size|colour|color|number; when; where; is it ok|okay|alright|fine|safe if|to; want me to; do i|we; until when; who should|will|can',
  rows: [
    {
      cueClass: 'prohibition',
      weight: 8,
      source: `${RFC}; ${QUIRK}: a modal or an imperative, negated`,
      phrases:
        "must|shall|may|should|can|will|would|could not; mustn't; can't; cannot; shouldn't; won't; wouldn't; ^ don't|never|not|nothing|nobody; ^ do not; please|and|but|or|so don't|never; please|and|but|or|so do not; never again; ^ no; no more|less|longer|later|earlier; under no circumstances; not|never|nobody|isn't|aren't|wasn't allowed|permitted|supposed|able|going; nobody may|can|must|should|is; no one may|can|must|should|is; is|are not to; * yes|no ^ * no ^; isn't|aren't|not invited|included|welcome|safe|covered|available|suitable|working|negotiable|optional",
    },
    {
      cueClass: 'prohibition',
      weight: 8,
      source: 'words of prohibition and refusal in policies and contracts',
      phrases:
        'forbidden; forbid|forbids|forbade; prohibited; prohibits; banned; ban|bans; blocks; off limits; off the record|table|menu; out of the question; out of bounds; avoid; avoids; ^ stop; stop sending|calling|using|asking|doing; refrain; keep|stay away|out|off; leave * out|off; leave * * out; untouchable; untouched; hands off; read only; confidential; confidentially; private; secret; frozen; refuse|refuses|refused; reject|rejects|rejected; decline|declines|declined; skip; veto; taboo; not to; rule|rules|ruled out; not for me; none of that',
    },
    {
      cueClass: 'negation',
      weight: 8,
      source: `${QUIRK}: what somebody does not do or have, and what there is not`,
      phrases:
        "i|we|he|she|they don't|doesn't|do_not|does_not|didn't|did_not|never|can't|cannot|won't; i've|we've|i_have|we_have never|not|no; there's|there_is|there_are|there_isn't|there_aren't no|not|any; i've_got|we've_got|has|have no; my|our * doesn't|don't|isn't|aren't|can't|won't|never; doesn't|don't eat|drink|work|fit|like|want|speak|have|include|cover|take|drive|read|sleep|count|apply|allow|accept|support|belong|share|start|open",
    },
    {
      cueClass: 'negation',
      weight: 4,
      source: `${QUIRK}: negation of a statement`,
      phrases:
        "not; never; don't; doesn't; didn't; isn't; aren't; wasn't; weren't; hasn't; haven't; nor; neither; no; none; nothing; without; nobody; no one; nowhere; hardly|rarely|seldom; unable; impossible; lacks|lack; instead of; rather than",
    },
    {
      cueClass: 'obligation',
      weight: 8,
      source: `${RFC}; ${QUIRK}: modals of duty`,
      phrases:
        "must; have|has|had to; has|have got to; needs; needs|need to; need|needs a|an|the|at|more|your|my|our|their|his|her|it|them|this|some|something|someone; i|we need; required; require|requires; mandatory; obliged; obligatory; compulsory; supposed to; shall; should; ought to; make|be sure; ensure; remember to; don't forget; do not forget; important; essential; crucial; insist|insists; at all costs; whatever happens; whatever you; as soon as possible; please; i'd appreciate; i'd be grateful; would you mind; can|could|will|would you; at the latest; is|are due; has|have the last|final word; only with|after|when|if|through|by; through my|our; it's|it is up to",
    },
    {
      cueClass: 'obligation',
      weight: 8,
      source: `${SEARLE}; ${LEVIN}: a bare verb of directing at the beginning of a clause`,
      phrases:
        '^ use|keep|leave|put|send|call|ask|give|take|write|set|add|remove|delete|change|rename|move|cancel|book|order|pay|buy|paint|log|treat|stick|follow|check|confirm|reply|contact|email|phone|text|include|exclude|skip|drop|ignore|assume|explain|correct|limit|start|finish|wait|hold|run|deploy|test|review|save|store|copy|replace|return|bring|plan|reserve|schedule|remind|notify|address|spell|translate|answer|respond|speak|refer|mark|track|count|round|show|hide|list|sort|open|close|lock|turn|switch|sign|do|invite|charge|refund|ship|deliver|print|serve|cook|record|crop|quote|mention|forget|prepare|arrange|choose|pick|seat|make|stay|report|document|describe|warn|inform|forward|transfer|invest|sell|withdraw|submit|file|fix|build|install|hang|measure|cut|mix|divide|repeat|practise|practice|read|teach|grade|only|always; only use|book|send|call|take|pay|order|contact|write|serve|buy',
    },
    {
      cueClass: 'permission',
      weight: 5,
      source: `${QUIRK}: modals of leave, and bounds`,
      phrases:
        'may; allowed; permitted; allows|permits; feel free to; free to; optional; voluntary; permission; approval; consent; i agree to; at most; at least; up to; maximum; minimum; max; min; no|not more|less|fewer than; no later than; limit; limits; limited to; is fine|ok|okay|enough; are fine|ok|okay; only on|in|at|for|from; can only; i|we can; within; per',
    },
    {
      cueClass: 'condition',
      weight: 8,
      source: `${QUIRK}; ${EARS}`,
      phrases:
        "if; unless; provided; as|so long as; in case; ^ otherwise; or else; only if|when|after|before|until; where possible; depends on; depending on; should there; whether or not; even if|when; wherever it; whenever; ^ once the|your|my|our|it's|you've|i've|we've|they've; when|if someone|somebody|anyone; each|every|every_single time",
    },
    { cueClass: 'condition', weight: 3, source: `${QUIRK}: clauses of time`, phrases: 'until; till; before; after; when; while; once; since; because' },
    {
      cueClass: 'exception',
      weight: 4,
      source: `${QUIRK}: exceptives and focus`,
      phrases:
        'except; except for; apart from; other than; excluding; but not; and not; not for|to|in|on; just for; solely; exclusively; save for; all but; the only; instead; the rest; the others; on request',
    },
    {
      cueClass: 'exception',
      weight: 7,
      source: `${QUIRK}, 8.116: restrictive subjuncts`,
      phrases: 'only; nothing but; no one but; nobody but',
    },
    {
      cueClass: 'decision',
      weight: 8,
      source: `${SEARLE}: declarations`,
      phrases:
        "decided; decision; we|i decide; agreed on|to|that; settled on; chose; chosen; opted; go|going|gone|went with; let's stick|use|take|keep|leave|make|start|move|have|say; let us stick|use|take|keep|leave|make|start|move; i'll|we'll take|have|keep|go; approved; confirmed; we keep; stay|stays|remain|remains with|where|as|in|on|open|closed; final; deal; comes|come|goes|go|is|are|speaks|speak|eats|arrives|leaves|gets|starts first|second|last; first ^ then; priority; postponed; moved to; called off; switched to; we're|i'm|they're|we|we_are|i_am done_with|going_with|keeping|taking|leaving|moving|getting|switching|using|staying|skipping",
    },
    {
      cueClass: 'preference',
      weight: 8,
      source: `${LEVIN}, 31-32: verbs of desire and admiration`,
      phrases:
        "prefer; prefers; preferred; preference; i'd|we'd rather; would rather; impossible|difficult|hard|better|best|easier|easiest|ideal|good|bad for me|us|him|her|them; suits|suit me|us|him|her|them; works|work for me|us; enough for me|us; more|less my thing|style; i'm|we're fine|happy|ok|okay with; i|we don't|do_not mind; not * fan; not keen; i|we would like; i'd|we'd like; i|we want; he|she|they wants|want; want|wants no|it|them|the|a; i|we hate; i|we dislike; hates; dislikes; can't stand; as far as i'm concerned; i|we like; likes; ideally; preferably; if possible; anything but|except; the cheaper|later|earlier|smaller|bigger|larger|longer|shorter|quieter one; favour; over * wherever|whenever|where|when; * best with|in|when|from; best with|in|when|from; learn|work|sleep|think best; rather",
    },
    {
      cueClass: 'goal',
      weight: 5,
      source: 'nouns and verbs of purpose',
      phrases:
        "goal; goals; aim; objective; purpose; the point of; ambition; what i|we want; so that; in order to; i'd|we'd like a|an|the|my|our|some; trying to; hoping to|for; hope|aiming|looking|planning|planned|determined to; want|need|like * done|finished|ready|fixed|gone|back|sorted; working towards|toward|on; saving|training|preparing for; dream|idea|plan is|was|would; want|wants to; we|i hope|plan|intend to; would like to; i'd|we'd like to",
    },
    {
      cueClass: 'self',
      weight: 8,
      source: `${QUIRK}, 4.28: stative verbs with the first person`,
      phrases:
        "i|we own|live|work|earn|take|use|drive|speak|support|pay|rent|study|teach|eat|drink|fast|train|suffer|belong|share|wear|manage|lead|represent|weigh|smoke|return|commute|fly|invest; i|we have|got|had a|an|no|two|three|four|only|never|the; i've|we've got|had|already|never|always; i|we already|also|currently|usually|mostly; i|we was|were born|the|a|an|operated|told|promised|fired|hired; i'm|we're|i_am|we_are paid|based|insured|registered|married|engaged|employed|enrolled|retired|divorced|vaccinated|responsible|new|from; i|we only; i|we emigrated|immigrated|applied|graduated|trained|married|resigned|appealed|enlisted|adopted|inherited|rented|worked|signed|promised|bought|moved|left|quit|served|grew|studied|retired|paid|returned|received|agreed|reported|founded|owned|lent|borrowed; belongs|belong to; is|are mine|ours; * hurts|hurt|hurting",
    },
    {
      cueClass: 'self',
      weight: 8,
      source: 'what a person is for long: health, faith, family, standing',
      phrases:
        'allergic; allergy; self employed; unemployed; freelancer|freelance; carsick; seasick; claustrophobic; afraid|scared of; against; hard of hearing; colour|color blind; underage; a minor; adopted; bilingual; native|mother tongue; atheist; teetotal|teetotaller; pescatarian; hypertensive; anaemic|anemic; autistic; asthmatic; epileptic; allergic; allergies; intolerant; vegetarian; vegan; diabetic; pregnant; asthma; sensitive to; react|reacts badly|to; vaccinated; sober; christian; muslim; jewish; hindu; catholic; asylum; veteran; carer|caregiver for; coeliac; celiac; disabled; disability; deaf; blind; dyslexia; left|right handed; colour|color blind; kosher; halal; wheelchair; epilepsy; insomnia; migraine; citizen; retired; divorced; married; widowed; single mother|father|parent',
    },
    {
      cueClass: 'self',
      weight: 4,
      source: 'what is the speaker’s, in the present',
      phrases:
        "i|we am|are; i'm; we're; my|our * is|are|has|have|does|needs|lives|works|ends|runs|starts|uses|sleeps|eats|drinks|attends|studies|weighs|drives|reads|walks|covers|costs|allows|says|wants|takes|decides|pays|comes|stays|belongs|knows|speaks|expires; my|our * * is|are|has|have|does|needs|lives|works|ends|runs|starts|expires; my * had a",
    },
    {
      cueClass: 'commitment',
      weight: 5,
      source: `${SEARLE}: commissives`,
      phrases:
        "i|we promise|promised; i|we guarantee|guaranteed; i|we commit; you have my word; i|we owe; owes; noted that; i've|we've|i|we noted|booked|cancelled|ordered|changed|updated|set|reserved|scheduled|filed|sent|refunded; i|we have booked|cancelled|ordered|changed|updated|set|reserved|scheduled|filed|sent|refunded; will send|call|pay|refund|ship|deliver|bring|book|email|arrive|remind|check|keep|leave|stay|come; i'll|we'll send|call|pay|refund|ship|deliver|bring|book|email|remind",
    },
    {
      cueClass: 'rule',
      weight: 3,
      source: `${QUIRK}, 6.45, 8.64: quantifiers and habit`,
      phrases:
        'always; every; each; everything; everyone; everybody; anyone; anybody; anything; everywhere; all public|new|our|my|other|changes|files|calls|emails|payments; any of; both; none of; whoever; wherever; from now on; by default; default; as a rule; twice; once a; as agreed|discussed|always; a day|week|month|year; reserved for; in advance; beforehand; in writing; at a time; at once',
    },
    {
      cueClass: 'state',
      weight: 3,
      source: `${QUIRK}, 3.77: resultative participles and state adjectives`,
      phrases:
        'is|are|was|were|been|got|be|already|still|not broken|closed|low|high|open|opened|paid|cancelled|canceled|booked|blocked|pending|missing|expired|damaged|sold|full|due|valid|invalid|red|green|down|available|unavailable|reserved|overdue|shared|stuck|stolen|dead|alive|signed|included|gone|separated|listed|named|called|fixed|empty|delayed|deprecated|archived|dry|wet|installed|taken; sold out; ran|runs|run out; out of order|stock; in stock; expires; expire; ends; begins; on hold; awaiting; waiting for; in progress; no longer; not yet; failed; fails; crashed; crashes; contains; covers; binding; leaks; leaking; works|working only|fine|again; are|is out|off|over|up',
    },
    {
      cueClass: 'state',
      weight: 2,
      source: `${QUIRK}, 4.5: the simple present of what holds`,
      phrases:
        '* is|are with|in|at|under|on|near|from|by|behind|about; * is|are|has|have|belongs|stays|remains|needs|lives|faces|returns|comes|goes|starts|knows|owns|decides|reviews|speaks|costs|means|holds|carries|takes|lies|leads|includes',
    },
    {
      cueClass: 'matter',
      weight: 5,
      source: 'nouns of money',
      phrases:
        'budget; price; prices; cost; costs; fee; fees; rent; deposit; invoice; invoices; bill; refund; mortgage; loan; salary; salaries; income; tax; taxes; bonus; account; accounts; savings; inheritance; pension; debt; debts; payment; payments; wage; wages; fines; penalty; interest rate; overdraft; transfer; receipt; receipts; quote; estimate; tariff; subscription; membership; discount; voucher; currency; benefits; allowance; grant; funds; bank; statements; statement',
    },
    {
      cueClass: 'matter',
      weight: 5,
      source: 'nouns of law, papers and agreements',
      phrases:
        'insurance; contract; lease; warranty; permit; visa; visas; passport; passports; licence; leases; contracts; permits; licences; offered; asked for; video|photos|pictures|footage|proof|recordings|record of; license; deadline; court; lawyer; accountant; witness; witnesses; notice; custody; evidence; police; signature; approval; policy; law; rights; claim; offer; settlement; power of attorney; attorney; executor; trial; hearing; judge; solicitor; plaintiff; defendant; complaint; agreement; clause; guardian; citizenship; residence; asylum; birth; surname; married name; maiden name; nickname; pronouns; licence plate; pressure',
    },
    {
      cueClass: 'matter',
      weight: 5,
      source: 'nouns of health',
      phrases:
        "doctor; doctor's; therapist; nurse; surgery; operation; medication; medicine; dose; diagnosis; treatment; disease; diabetes; blood; heart; pain; fever; swelling; injury; infection; insulin; penicillin; antibiotics; tablet; tablets; pill; pills; prescription; symptoms; vaccine; therapy; hearing aid; heart rate; pulse; inhaler; injection; allergist; dentist's; specialist; clinic; hospital; ward; carer; caregiver; wheelchair; walker; walking frame; crutches; walking stick; glasses; hearing aids; pacemaker; implant; prosthesis; diet; dietitian; calories; protein; gluten; lactose; sugar; salt; cholesterol; weight; height; shoe size; waist; blood type; blood pressure; blood thinners; migraine; epilepsy; adhd; autism; depression; anxiety; panic attacks; dementia; cancer; knee; knees; hip; shoulder; spine",
    },
    {
      cueClass: 'matter',
      weight: 5,
      source: 'nouns of software',
      phrases:
        'password; key; keys; token; database; server; branch; repository; endpoint; certificate; production; staging; release; serial; version; queue; worker; cluster; backup; backups; migration; schema; cache; timeout; timestamps; logs; config; environment; build; pipeline; deploy; rollback; feature flag; encryption',
    },
    {
      cueClass: 'matter',
      weight: 5,
      source: 'nouns of work, school, home, events and journeys',
      phrases:
        "appointment; booking; reservation; ticket; tickets; flight; landlord; tenant; employer; rust; inspection; parts; books; phone; mobile; postcode; zip; apartment; flat number; floor plan; roof; facade; wiring; socket; sockets; plumbing; heating; boiler; inspector; contractor; supplier; vendor; warehouse; stock; mileage; engine; brakes; tyres; grade; grades; semester; curriculum; syllabus; teacher's; lesson plan; thesis; presentation; essay; diploma; apprenticeship; internship; profession; job; boss's; colleague's; team; department; shifts; overtime; cruise; itinerary; luggage; airport; station; platform; terminal; check in; departure; arrival; hostel; hotel; hotels; rental; priest; registrar; vows; seating; buffet; vegetarian option; speeches; rings; rsvp; customer; customers; client; clients; exam; scholarship; guests; venue; caterer; ceremony; invitation; order number; address; delivery; replacement; owner; union; company; office; schedule; shift; meeting; name; names; foreman; manager; sibling; daughter's; son's; husband's; wife's",
    },
    {
      cueClass: 'number',
      weight: 3,
      source: 'cardinal numerals in words',
      phrases:
        'two; three; four; five; six; seven; eight; nine; ten; eleven; twelve; fifteen; twenty; thirty; forty; fifty; sixty; hundred; thousand; half of|an; half past; dozen; percent; per cent; quarter past|to; ground|first|second|third floor; double; triple',
    },
    {
      cueClass: 'date',
      weight: 3,
      source: 'calendar words',
      phrases:
        'mornings; evenings; afternoons; weekend; weekends; monday; tuesday; wednesday; thursday; friday; saturday; sunday; mondays; tuesdays; wednesdays; thursdays; fridays; saturdays; sundays; weekdays; weekends; january; february; april; june; july; august; september; october; november; december; in|until|since|by|before|after|of|from|to|next|this may|march; tomorrow; noon; midnight; christmas; easter; ramadan; next week|month|year; ahead; in time; at|by|until|before|from|after|since seven|nine|eight|ten|six|five|four|three|two|one|twelve|eleven|half|quarter; days|weeks|months|years|hours ago; in two|three|four|five|six|ten|twelve days|weeks|months|years|hours; the first|second|last of; by|until|before|after|since the|spring|summer|autumn|winter|fall|lunch|dinner|seven|eight|nine|ten|six|five|four|three',
    },
    ...ENGLISH_TALK,
  ],
};
