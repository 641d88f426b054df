const words = (line: string): ReadonlySet<string> => new Set(line.split(' '));

/** English verbs by form (Quirk et al. 1985, 3.11-3.20), as `shape-of.ts` reads them. */
export const ENGLISH_VERBS = {
  /** Irregular preterites; those that look like the present are in `presentAlike`. */
  past: words(
    'went came saw took gave wrote drove rode flew wore tore threw grew knew blew drew hid bit fell felt heard met found told said thought made had got left lost kept ran sat stood read sang swam ate drank slept woke bought sold brought caught taught built broke chose spent sent lent bent meant dreamt burnt learnt spoke stole froze forgot began rang sank stuck struck swore won paid led fed shook wept crept swept knelt leapt leaned spilt spoilt smelt dug hung swung clung flung stung lit bled fled sped slid shone rose arose awoke forgave became overcame withdrew undertook understood mistook overslept did',
  ),
  presentAlike: words('put cut set hit let shut spread cost beat hurt split quit cast burst bet'),
  /** End in `ed` and are no preterites. */
  notPast: words(
    'need speed feed seed weed bleed breed exceed proceed succeed indeed hundred red bed shed sacred naked wicked bred sled wed kindred rugged ragged beloved supposed used tired excited scared allowed included eyed handed footed minded based sized blooded experienced combined paired',
  ),
  /** A form in `ed` behind one of these is a participle or an adjective. */
  beforeParticiple: words(
    "is are am was were be been being has have had having get gets got getting i'm it's he's she's we're they're you're that's there's who's what's i've we've they've you've isn't aren't wasn't weren't hasn't haven't he'd she'd we'd i'd they'd would could should might must a an the my your his her our their its this these those of with by for in on at from very so too more most some any no every each as",
  ),
  adverbs: words(
    'not never already just all fully newly still only also always even nearly almost really finally actually simply both ever once then probably legally freshly',
  ),
  present: words(
    "is are am isn't aren't he's she's that's there's it's has have hasn't haven't do does don't doesn't can can't cannot must may should shouldn't will won't needs need want wants stays goes gets",
  ),
  perfect: words("i've we've has have he's she's"),
  /** End in `ing` and are no participles. */
  notProgressive: words(
    'going nothing anything everything something during evening morning including booking meeting building wedding heating lighting seating starting following spring string bring king',
  ),
  beforeProgressive: words('is are am was were been still just'),
  /** A sentence that begins with none of these begins with a noun, a name or a verb. */
  openings: words(
    "the our my his her their i we you he she it they there this that some somebody someone a an all every each any anything no nothing nobody only two three what when if why how i'm i've i'd i'll we're we've we'd it's that's there's he's she's they're you're you've let's for in at on and but so please both half even still last back as once never not sometimes maybe perhaps those these people whoever everyone everybody everything always by after before until unless whatever however who where which do does did is are was have has can could would should may must",
  ),
};
