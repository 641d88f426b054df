import type { CueRow } from './cue.ts';

/** English: what sounds as if it bound, and small talk. */
export const ENGLISH_TALK: readonly CueRow[] = [
  {
    cueClass: 'idiom',
    weight: 0,
    source: 'epistemic modals: a guess and no rule (Quirk et al. 1985, 4.54)',
    phrases:
      "must be|sound|seem|look|think|feel nice|fun|hard|mad|tired|bored|lovely|great|exhausting|exciting|wonderful|strange|odd|funny|so|very|such|the|a|i'm|that|like|of; you|there must be|sound|seem|look|think|feel; must|could|might|should|would have *; that|it must be; should|could|would have; how could",
  },
  {
    cueClass: 'idiom',
    weight: 0,
    source: 'formulae with a modal, a condition or a negation (Wray 2002)',
    phrases:
      "i must|should|can|will|would|gotta say|admit|confess; i have to say|admit|confess; should have|see|hear|try seen|heard|tried; should see|hear|try; you have to|must see|hear|try|admit|love|laugh; had|have to laugh|smile|giggle|chuckle|grin; never mind|ever; no worries|problem|matter|idea|wonder|doubt|kidding|joke|rush|way|clue|need|thanks|offence|offense|answer; no big deal; no ^ no; no ^ that's everything|all|it|fine|enough; that's everything|all|it; nothing else ^ thanks|thank; not bad|really|gonna|exactly|sure|much; not so bad; not at all; not gonna lie; can't|couldn't|cannot wait|believe|help|complain|even|imagine|describe|agree|explain|stop|tell; could|can not wait|believe|help|complain|imagine|describe|agree|explain; can't get any; don't know|worry|mind|judge|ask|even; don't be silly|shy; don't get me; don't think so; don't you|they|we; do you ever; you don't say; who|god|heaven knows; you never know; never gets|get|got old; never thought|knew|expected|imagined|guessed; wouldn't believe; would not believe; isn't|wasn't|aren't|doesn't|didn't|don't|hasn't|won't|shouldn't|wouldn't|couldn't|can't it|he|she|they|that|you|i|we ^; need i; if you ask me; if you have one; if you know|like|will|want|had; if only; if i may; as if|though; what if; no end; get|gets me every time; get out of my head; can|could|would you believe|imagine|guess; i should; i really|probably should; there's no place|need|rush|way; there's nothing like; hardly|barely sleep|wait|believe|breathe|sit; needless to say; could eat|talk|cry|sleep|just|have|film|whistle; can tell|imagine|hear|smell|almost|dream|still; i know; you know; i see; i guess; i suppose; i wonder; i mean; i think; i hope; i wish; i swear; let me see|think|just|grab|tell|find|get; let's see|hope|go|eat; let's do this; let's just say; we'll see; we will see; take your time|care; carry on; keep going|it up; go on; call it a day; tell me about it; give me a; make me|my; it is what it is; all ears|right|good|those|these|this|that; all in all; all i can; after|above|of|at all; all day|night|week|morning|along|over|around|too|sorts|kinds|afternoon|weekend; all the time; every single morning|day|night; every now; once upon|again|more|got; one of those|these|the; by the way; not your fault; at this point; only just; just one; for once; whatever ^; or whatever; always said|says|told; don't mind me|us; don't laugh|panic|mention; don't we all; don't i know; never felt|been|seen|heard|laughed|tasted|had|known such|so|anything|better|happier; never a dull; no one|nobody told|warned me|us; only human|joking|kidding|teasing|saying; just saying; if that makes sense; if i'm honest; if you can believe; should be fun|interesting|exciting; have|need to run|dash|go ^; need to vent; gotta love|run|dash; who knew|needs; what do i know; i bet; since forever; by the looks|sound of; one * after another; one * after the other; in|into the other; mother|father|brother|sister|son|daughter in law; stock market; weight off; watch paint; shut|shuts up; the|a|that skip; keeping|stopping|boring you; for the life of; not a single * in; of course; not that; why not; or not|something|other|less; more or less; best friend|thing|part|dinner|of|i; don't tell; do without you; want to cry|laugh|scream|hug|move; with no; no one's; nobody believed|noticed|can_stop|knows|remembers; nothing else; agreed|agree to disagree; if i may|might; light at the end; take all the time; what's wrong with; never stopped|stop talking|laughing|smiling; so little|many time; by the way; once you; only dreams; won't lie; wouldn't mind; couldn't resist|wait|care_less|be_happier; can't win them all; no harm; no such luck; not my; no time like; if only; not to mention; could do with; might as well; may as well; better late than never; easier said; no wonder; knock on wood; touch wood; so far so good; long story short; between you and me; to be honest|fair|frank; all joking aside; believe it or not; let's be honest; let's just say; go figure; that being said; you name it; what have you; over the moon|hill|top; out of this world; on cloud nine; over and over; in the best way; once in a while; what would i; if the; if it hadn't; at the end of the day; no idea; oh no; gold star; first time|love; no time; did you know; back and forth",
  },
  {
    cueClass: 'small-talk',
    weight: -3,
    source: 'narration of what is over and done: verbs of motion, perception, leisure and telling in the past (Labov 1972)',
    phrases:
      "when i|we was|were little|young|small|a|children|kids|there|twenty; used to say|think|draw|swim|be|have|go|do|love|dream|sit|play|call|laugh|sing|work; the last|first time; once got|lost|had|went|met|saw; told|tells me|us|my|the; i|we|he|she|they|who|and watched|found|met|stood|spent|walked|sat|ate|played|went|brought|saw|heard|baked|dreamt|dreamed|danced|cried|tried|tasted|stayed|drove|rolled|showed|clapped|asked|looked|smelled|sounded|made|said|thought|learned|learnt|drew|sang|laughed|came|told|read|swam|slept|ended|froze|gave|fell|felt|woke|had|did|kept|loved; would put|sit|sing|say|bring|come|tell|have; could whistle|sing|dance; came|comes out|by|along|home; has been talking; keeps|keep sending|asking|telling; there was|were; i've been humming|dreaming|chasing; i spent|waited|tried|sold|learned|watched|could; took me|us; lost a; bought a; proposed; last night|week|weekend|year; the other day|week; back then|home; all those|the way",
  },
  {
    cueClass: 'small-talk',
    weight: -3,
    source: 'phatic talk (Malinowski 1923; Coupland 2000): greetings, thanks, courtesy, laughter',
    phrases:
      "hi; hello; hey; hiya; good morning|afternoon|evening|night|day; bye; goodbye; see you; cheers; thanks; thank you; sorry; haha; ha; hehe; lol; lmao; omg; wow; ugh; ahh; oh; ah; aw; aww; ooh; hmm; phew; gosh; goodness; gee; oops; anyway; well; fingers crossed; bless; heavens; heaven; congratulations; welcome; good luck; you're; you are|guys|sound|make|look|always; i must|should|will say|admit|confess; i have to say|admit|confess; honestly; frankly; mind you; if you ask me; am i right; isn't|doesn't|wasn't|don't it|he|she|they|you; i'm so|just|really|sorry|glad|happy|excited|tired|rusty|kidding|joking|all|hopeless|hungry|thinking; we're so; so excited|happy|glad|tired|funny|kind|sweet|proud|good|cool|sorry|much; no worries|problem; i know|guess|suppose|wonder|wish|hope|swear|remember",
  },
  {
    cueClass: 'small-talk',
    weight: -3,
    source: 'evaluation and feeling (Martin & White 2005: appreciation, affect)',
    phrases:
      'cool; nice; great; lovely; wonderful; brilliant; awesome; amazing; gorgeous; beautiful; pretty; sweet; cute; cutest; adorable; funny; funniest; hilarious; silly; weird; charming; fabulous; fantastic; delicious; divine; heavenly; magical; lucky; kind of; so kind; clever; proud; excited; exciting; glad; thrilled; relieved; soothing; surreal; bonkers; crazy; madness; circus; chaos; terrible; odd; strange; fun; fancy; cheerful; grumpy; adore; adored; adores; amused; amusing; astonishing; awful; bizarre; blissful; blush; blushed; brave; breathtaking; cheeky; cheesy; comfy; comical; cosy; cozy; crack me up; cringe; curious; darling; dazzling; delighted; delightful; dramatic; dreamy; elegant; embarrassing; enchanting; endearing; exhausted; exhausting; fond; fondness; gem; ghost; giddy; glorious; glowing; goosebumps; graceful; grateful; grins; grumble; heartbreaking; heartwarming; hysterical; impressed; impressive; incredible; inspiring; intriguing; jolly; joy; joyful; killing me; lifesaver; mad; marvellous; marvelous; melted; mesmerizing; miracle; moved me; mysterious; neat; nostalgic; peculiar; picturesque; playful; pleasant; poetic; precious; priceless; puzzled; quaint; quirky; refreshing; ridiculous; romantic; scary; scream; screamed; sentimental; serene; shiny; sigh; sighed; smug; sparkling; spectacular; splendid; starstruck; stunning; superb; surprisingly; sweetheart; tears; teared; teasing; terrific; thrilling; tickled; touching; treasure; treat; unbelievable; uplifting; vivid; warms my heart; whimsical; wild; wise; wondrous; yummy; yum; deserve a; hats off; kudos; well done; bravo; hooray; yay; woohoo; pinch me; guess what|who; laugh; laughed; laughing; laughs; giggle; smile; smiling; grin; joke; jokes; kidding; joking; love that|it|this; i love; we love; i loved; i|we feel|felt; feels|felt like|so|as; looks|looked|sounds|sounded|smells|smelled like; like a|an|in|that|rain|other|children; as if; what a|an; how funny|sweet|nice|lovely|kind|pretty|blue|cute|odd|strange|big|time|clever; such a|an; life|history is; interesting; fascinating; perfect',
  },
  {
    cueClass: 'small-talk',
    weight: -1,
    source: 'topics of small talk: weather, animals, food, kin, dreams (Coupland & Ylänne-McEwen 2000)',
    phrases:
      'as usual; tune; tunes; whistle; whistles; hum; hummed; ghosts; monster; monsters; dinosaur; dinosaurs; fireflies; squirrel; frog; snail; seagull; seagulls; drizzle; sleet; hail; heatwave; sunburn; shivering; naturally; apparently; sunny; sunshine; sunset; foggy; windy; breeze; storm; clouds; moon; stars; summer evening; thunder; icy; robin; pigeon; goose; fox; owl; bees; butterfly; butterflies; hedgehog; parrot; goat; cows; sheep; bear; duck; slippers; pyjamas; pajamas; sofa; couch; nap; snored; snore; hat; moustache; beard; shower; opera; karaoke; mug; lemonade; cocktail; wine; biscuits; cookies; pancake; pancakes; jam; sandwich; balloon; glitter; poem; poetry; postcard; novel; fairy tale; magic; pirate; joke; gossip; holiday mood; honeymoon; honeymooned; memory; memories; rain; raining; rained; rainy; snow; snowing; weather; rainbow; fog; pouring; sunrise; spring is; cat; cats; kitten; puppy; birds; horse; singing; sang; sings; song; songs; dancing; danced; dream; dreamt; dreams; dreaming; coffee; tea; cake; cakes; pizza; soup; chocolate; beer; ice cream; smell; smells; smelled; imagine; reminds; nap; good old; my|his|her old; mother in law; grandmother; grandma; gran; granny; grandfather; grandpa; granddad; aunt; uncle; cousin; neighbour; neighbor; colleague; boss; yesterday; this morning; film; films; novel; novels; sing; story; stories; picture; pictures; puzzle; kids; mum; dad; lady; old',
  },
  {
    cueClass: 'small-talk',
    weight: -3,
    source: 'hyperbole and comparison for effect (Claridge 2011)',
    phrases:
      'in|of my life; in my entire|whole life; in the world; of all time; for|in ages; forever; a million; a hundred|thousand times|reasons|years; the whole world|town|street; never want to see; friendlier|louder|faster|better|worse|bigger|more|older|smarter|wiser|harder than me|us|mine|i|my|the|any; more * than me|us|i|my; has|have become|turned; has|have opinions; have an opinion; hates everything|everybody|everyone; loves everything|everybody|everyone; to death; dying to; at this rate; my brain|head|hair|legs|arms|feet|belly|tummy|soul; half my face',
  },
  {
    cueClass: 'small-talk',
    weight: -1,
    source: 'what holds at the moment of speaking only (Quirk et al. 1985, 8.51)',
    phrases: 'today; tonight; again; right now; this morning|week|evening|afternoon; anymore',
  },
];
