import type { CueRow } from './cue.ts';
import { ENGLISH_WEIGHTS as WEIGHTS } from './english-weights.ts';

/** English: what sounds as if it bound, and small talk. */
export const ENGLISH_TALK: readonly CueRow[] = [
  {
    cueClass: 'idiom',
    weight: 0,
    source: 'formulae and guesses with a modal, a condition, a negation or an imperative (Wray 2002; Quirk et al. 1985, 4.54)',
    phrases:
      "i must|should|can|will|would|gotta say|admit|confess; i have to say|admit|confess|laugh|smile; should have|see|hear|try seen|heard|tried; should see|hear|try; you have to|must see|hear|try|admit|love|laugh; had to laugh|smile|giggle; never mind|ever; no worries|problem|matter|idea|wonder|doubt|kidding|joke|rush|way|clue|thanks|offence|offense; no big deal; not bad|really|gonna|exactly|sure; not at all; not gonna lie; can't|couldn't|cannot|can_not|could_not wait|believe|help|complain|even|imagine|describe; don't worry|mind|judge|ask|even|tempt|remind|laugh|panic|mention; don't get me started|wrong; don't be silly|shy; do you ever; you don't say; who|god|heaven|goodness knows; you never know; never thought|knew|expected|imagined|guessed; wouldn't believe; need i; if you ask me; if i'm honest; if only; if i may; as if|though; what if; no end; would you believe; there's nothing like; needless to say; hang|hold on; wait what; bear with me; give|gimme me a|one moment|minute|second|sec|break; let me see|think|find|check|guess|grab|look|tell|just; i'd give anything; tell me about it; go figure|on; keep going|it up; take your time|care; guess what; must have *; must be|seem|look|sound; might|may|could as well; thank god|goodness|heavens; oh no; no no; one of those|these",
  },
  {
    id: 'storytime',
    cueClass: 'narration',
    weight: WEIGHTS.rows['storytime'],
    source: 'when a story is set (Labov 1972)',
    phrases:
      'back in|when|then|home; when i|we|he|she|they|harold|dad|mum was|were|had|got|turned|lived|did; when i|we|he|she|they was|were; used to; once; one time|day|night|morning|evening; the other day|night|week|morning; last night|week|weekend|year|month|summer|winter|spring|autumn|christmas|time|autumn; years|ages|months|decades|weeks ago; years ago; in my|our first|last|twenties|thirties|teens|youth|day|old; on|at my|our first|last|own; first car|job|day|phone|date|flat|time|show|year|boss|love; in the eighties|nineties|seventies|sixties; as a child|kid|boy|girl|student|teenager; growing up; grew up; my first; at school|university|uni|college; that time; ever since; yesterday; this morning; the day before; turned up; turned out; ended up; ever after; in those days; nineties; eighties; seventies',
  },
  {
    id: 'phatic',
    cueClass: 'phatic',
    weight: WEIGHTS.rows['phatic'],
    source: 'phatic talk (Malinowski 1923; Coupland 2000): greetings, thanks, courtesy, laughter',
    phrases:
      'hi; hello; hey; hiya; ^ good morning|afternoon|evening|night|day; ^ ^ morning|evening|afternoon; ^ bye; goodbye; see you; cheers; thanks; thank you; ^ sorry; haha; ^ ha; ^ hah; hehe; lol; lmao; omg; wow; whoa; ugh; ahh; ^ oh; ^ ah; aha; aw; aww; ooh; ooooh; huh; hm; hmm; mmm; oof; ouch; yikes; yay; phew; gosh; ^ goodness; gee; blimey; crikey; heavens; oops; eek; ^ bless; ^ well; ^ right; ^ anyway; fingers crossed; congratulations; ^ welcome; good luck; honestly; frankly; mind you; ^ seriously; ^ really; ^ great; ^ brilliant; ^ perfect; ^ lovely; ^ nice; ^ super; ^ fab; ^ sweet; ^ amazing; ^ awesome; ^ excellent; ^ okay; ^ ok; ^ um; ^ uh; ^ er; ^ so yeah; ^ yeah; you know; i mean; of course; naturally; apparently; ^ obviously; ^ typical; fair enough; no way; come on; ^ oh my; ^ my days|god|goodness|word; good grief|lord|god; ^ cheeky; much obliged; kudos; hats off; well done; bravo; ^ dear; ^ mate; guess what',
  },
  {
    id: 'filler',
    cueClass: 'phatic',
    weight: WEIGHTS.rows['filler'],
    source: 'what holds the floor (Clark & Fox Tree 2002)',
    phrases:
      "hang|hold on; one|just_a|half_a sec|second|minute|moment|tick|mo; ^ a sec|second|minute|moment; sec; where was i; where were we; bear with me; let me find|see|think|check|grab|look|just; lemme; give me a|one moment|minute|second|sec; where did|are|is i|my|the|that; now where|what; what was i; hold that thought; wait; lost my thread|train; got distracted; be right back; brb; back now; i'm back; right then; ok so; okay so; reading; thinking; let's see; moving on; where's; someone's at; doorbell; kettle",
  },
  {
    id: 'feeling',
    cueClass: 'feeling',
    weight: WEIGHTS.rows['feeling'],
    source: 'affect (Martin & White 2005)',
    phrases:
      "i|we feel|felt|feels|cried|laughed|giggled|adore|adored|miss|missed|dread|envy|wept; feel|feels|felt; feeling; i'm|we're|i_am|we_are so|just|a_bit|a_little|really|quite|very|already|secretly|absurdly|weirdly|honestly|not_going|still|too|only|half|kind_of|trying; i'm|was|were|am|feel|felt nervous|scared|terrified|proud|excited|tired|exhausted|knackered|embarrassed|ashamed|glad|happy|sad|relieved|chuffed|thrilled|grateful|worried|anxious|stressed|lost|stupid|silly|guilty|jealous|lucky|impressed|touched|moved|hopeless|overwhelmed|confused|bored|hungry|freezing|mortified|obsessed|speechless; makes|made|make me|us|my; drives|driving|drove me; my head|heart|brain|stomach|eyes|skin|nerves|soul|back; i could; i nearly|almost; i never; i always; i keep; i can almost|still|already|hear|smell|feel; i wish; i hope; can't wait|stop|help|believe; i love|loved; i hate; goosebumps; butterflies; shivers; tears; cry; crying; weep; sleep for; scream; dance; hug; hugged; squeeze; melt; enjoying; panic; nightmare; lie awake; calm|calms|calmer; load|weight off; part of me; some days; sometimes; i might; i won't lie; sick of; fed up; worse",
  },
  {
    id: 'evaluation',
    cueClass: 'evaluation',
    weight: WEIGHTS.rows['evaluation'],
    source: 'appreciation and graduation (Martin & White 2005)',
    phrases:
      'cool; nice; great; lovely; wonderful; brilliant; awesome; amazing; gorgeous; beautiful; sweet; cute; adorable; funny; hilarious; silly; weird; charming; fabulous; fantastic; delicious; divine; magical; lucky; kind of; clever; proud; excited; exciting; glad; thrilled; crazy; madness; chaos; terrible; horrible; awful; odd; strange; fun; fancy; cheerful; grumpy; bizarre; wild; mad; insane; ridiculous; absurd; surreal; perfect; genius; hero; legend; star; lifesaver; saint; gem; treasure; angel; patient; patience; magic; bliss; heaven; hell; disaster; circus; nightmare; mess; joke; laugh; laughed; laughing; giggle; smile; smiling; grin; grinning; interesting; fascinating; impressive; stunning; glorious; elegant; neat; spectacular; splendid; superb; terrific; marvellous; scary; creepy; spooky; cosy; cozy; comfy; tasty; yummy; pretty; boring; dull; painless; painful; hopeless; happy; sad; lonely; poor; bold; brave; wicked; evil; smart; wise; quick; quicker; tough; rough; uncanny; unbelievable; incredible; outrageous; mortified; gift for; polite; gentle; moving; better than my|me|mine; makes sense; made sense; so|such|too much|many|kind|sweet|funny|good|cute|nice|excited|tired|quick|clever|fast|hard|cold|hot|quiet|loud|big|small|long; such a|an; so much; what a|an; how funny|sweet|nice|lovely|kind|cute|odd|strange|clever; quite something|a|the; exactly what|the|that; the best|worst; best|worst part|thing; good; nicer; better; funnier; cutest; sweetest; happiest; loveliest; worse; ugly; hideous; dreadful; ghastly; grim; bleak; tragic; miserable; gloomy; dire; lousy; rubbish; pathetic; cringe; embarrassing; awkward; annoying; irritating; infuriating; maddening; exhausting; draining; stressful; tiring; frustrating; overwhelming; relief; relieved; satisfying; rewarding; soothing; relaxing; peaceful; cheery; jolly; merry; joyful; joy; delight; delightful; delighted; pleasure; pleased; thrilling; stunned; staggering; breathtaking; jaw; mesmerising; hypnotic; unreal; epic; iconic; legendary; heroic; noble; graceful; dignified; posh; classy; stylish; chic; cheesy; corny; kitsch; tacky; daft; bonkers; barmy; mental; loopy; nutty; quirky; eccentric; peculiar; curious; mysterious; eerie; freaky; gross; disgusting; revolting; filthy; smelly; stinky; soggy; sticky; fluffy; fuzzy; snug; warm; chilly; nippy; nifty; handy; smashing; cracking; belter; corker; ace; grand; top notch; spot on; fancy that; impressed; proud of; bloody; damn; darn; flipping; freaking; heck; crap; sucks; yuck; yum; mwah; xoxo; blissful; blessing; blessed; miracle; godsend; treat; dream come true; beauty; peach; champion; champ; wizard; sorceress; goddess; rockstar; superstar; machine; monster of; beast; priceless; unforgettable; memorable; sentimental; nostalgic; bittersweet; poignant; soulful; hearty; wholesome; precious; darling; poor thing; bless him|her|them|you; stubborn; moody; sulky; cheeky; naughty; smug; dramatic; chaotic; noisy; messy; clumsy; useless; pointless; endless; ancient; prehistoric; enormous; gigantic; tiny; teeny; absurdly; ridiculously; insanely; incredibly; unbelievably; terribly; awfully; dreadfully; surprisingly; remarkably; delightfully',
  },
  {
    id: 'hyperbole',
    cueClass: 'evaluation',
    weight: WEIGHTS.rows['hyperbole'],
    source: 'hyperbole and comparison for effect (Claridge 2011)',
    phrases:
      'in my life; in my entire|whole life; in the world; of all time|things; for|in ages; forever; a million; a|eleven|two hundred|thousand times|reasons|years; the whole world|street; never again|ever; ever; to death; dying to; at this rate; like a|an|the|in|it|they|that|idiots|teenagers|penguins; as if|though; as * as; more|better|louder|faster|worse|bigger|older|weighs|quicker|shinier|friendlier than my|me|mine|the|our|any|most; than my|me|mine; nothing beats|better|like|feels; nobody|no_one ever|tells|told|warned|knows; has|have opinions; gets|get|got easier|old; i bet; i swear; no joke; true story; i kid you not; not even; for the life; the only one; of course; somehow; basically; practically; literally; mostly; absolutely; entirely; completely; totally; utterly; oddly; weirdly; half of; at least; after all; all day|night|week|morning|along; the hard way; at all; or so; so he|she|they claims|says|tells|said; says|reckons|swears|claims|thinks; one day; some day; someday; sooner or later',
  },
  {
    id: 'hedge',
    cueClass: 'evaluation',
    weight: WEIGHTS.rows['hedge'],
    source: 'hedges and guesses (Hyland 1998)',
    phrases:
      "guess; suppose; maybe; perhaps; wonder; sort of; kind of; probably; i think; i mean; i bet; might; seems|seem; must have|be; would have; could have; who knows; not sure; imagine; apparently; supposedly; i don't know; i know; i remember; remind|reminds me; funny how|that; strange how; i admit; i fear; if i'm honest; to be honest|fair|frank; somehow; there must",
  },
  {
    id: 'kin',
    cueClass: 'topic',
    weight: WEIGHTS.rows['kin'],
    source: 'topics of small talk: people (Coupland & Ylänne-McEwen 2000)',
    phrases:
      "aunt; brother; colleague; cousin; coworker; dad; father; flatmate; friend; gran; grandad; grandfather; grandma; grandmother; grandpa; granny; husband; kids; mom; mother; mum; neighbor; neighbour; neighbours; sister; uncle; wife; mam; nan; nana; grandson; granddaughter; grandchildren; nephew; niece; twin; twins; parents; stepmother; sister's; brother's; mother's; father's; dad's; mum's; husband's; wife's; neighbour's; neighbor's; aunt's; uncle's; boy; boys; girl; girls; child; children; toddler; teenager; teenagers; lad; lads; bloke; chap; guy; guys; man; lady; ladies; gentleman; woman; fellow; stranger; strangers; mate; mates; buddy; pal; pals; boss; teacher; postman; plumber; milkman; butcher; farmer; grandparents; family; relatives; in laws; mother in law; father in law; brother in law; sister in law; ex; boyfriend; girlfriend; fiance; roommate; housemate; coworkers; colleagues; friends; bride; groom; crowd; everyone's; somebody's; people",
  },
  {
    id: 'food',
    cueClass: 'topic',
    weight: WEIGHTS.rows['food'],
    source: 'topics of small talk: food and drink',
    phrases:
      'beer; biscuit; biscuits; breakfast; cake; cakes; casserole; cheese; chicken; chocolate; coffee; cookies; dinner; fish; herring; ice cream; jam; kettle; lasagne; lunch; mug; pancakes; pizza; porridge; potato; sandwich; sandwiches; sardines; soup; tea; toast; wine; bread; bun; buns; croissant; cheesecake; muffin; muffins; cupcake; pie; pies; custard; tart; crisps; chips; sausage; sausages; bacon; egg; eggs; omelette; cereal; yoghurt; banana; bananas; apple; apples; pear; plums; grape; grapes; strawberry; strawberries; cherries; raspberries; lemon; lemons; orange; oranges; tomato; tomatoes; carrot; carrots; onion; onions; cabbage; leeks; pumpkin; parsnip; marrow; noodles; pasta; spaghetti; curry; burger; burgers; burrito; burritos; taco; ramen; sushi; stew; gravy; mustard; ketchup; salad; whisky; whiskey; gin; rum; cocktail; lemonade; juice; milk; espresso; latte; cappuccino; bakery; baker; cafe; café; waiter; chef; snack; snacks; popcorn; candy; sweets; fudge; honey; pudding; dessert; picnic; hungry; starving; thirsty; fasting; ate; eat; eaten; eating; drank; baked; baking; cooked',
  },
  {
    id: 'leisure',
    cueClass: 'topic',
    weight: WEIGHTS.rows['leisure'],
    source: 'topics of small talk: things and pastimes',
    phrases:
      'beard; bed; bus; couch; dance; danced; dancing; film; garden; glasses; gloves; hat; holiday; movie; music; nap; novel; party; piano; pub; radio; roses; sang; scarf; shoe; shoes; singing; sofa; song; songs; toilet; trombone; village; wedding; sock; socks; coat; jumper; jumpers; trousers; jeans; dress; tie; boots; sandals; flip; flops; wellies; apron; pillow; pillows; duvet; blanket; candle; candles; lamp; lamps; vase; violin; guitar; drum; drums; trumpet; spoons; spoon; fork; teapot; cups; plate; plates; wallpaper; curtain; curtains; cushion; cushions; chess; cards; football; cricket; rugby; tennis; goalkeeper; referee; bath; shower; soap; hairdresser; haircut; hair; nose; ears; ear; toes; fingers; thumb; eyebrows; eyelashes; teeth; tongue; belly; fridge; cupboard; attic; drawer; drawers; balcony; armchair; deckchair; bench; pavement; alley; train; tram; coach; taxi; boat; bicycle; scooter; motorbike; balloon; kite; sandcastle; beach; sea; seaside; lake; river; forest; woods; mountain; mountains; hill; meadow; orchard; allotment; firework; fireworks; carnival; fair; market; christening; honeymoon; birthday; picnic; barbecue; disco; karaoke; concert; theatre; cinema; telly; tv; series; episode; book; books; crossword; puzzle; jigsaw; knitting; whistle; whistling; humming; snore; snores; snoring; yawn; yawning; stare; staring; stares; stared; giggles; chuckle; grumbling; wobble; wobbly; moaning; rambling; ramble',
  },
  {
    id: 'creatures',
    cueClass: 'topic',
    weight: WEIGHTS.rows['creatures'],
    source: 'topics of small talk: weather, animals, fancy',
    phrases:
      'rain; raining; rained; rainy; snow; snowing; snowed; weather; sun; sunny; sunshine; sunset; sunrise; foggy; fog; windy; storm; clouds; moon; stars; pouring; hailing; freezing; cat; cats; kitten; dog; dogs; puppy; birds; bird; pigeon; pigeons; parrot; fox; swans; goose; squirrel; bear; bears; horse; cow; cows; goat; mice; mouse; penguins; snail; owl; bees; dream; dreamt; dreams; slippers; pyjamas; moustache; sky; magician; wizard; pirate; pirates; ghost; ghosts; dragon; unicorn; dinosaur; medal; glitter; balloon; confetti; story; joke; gossip; hedgehog; frog; frogs; toad; spider; spiders; wasp; wasps; bee; fly; flies; butterfly; rabbit; rabbits; hamster; guinea pig; lamb; lambs; sheep; donkey; pony; swan; duck; ducks; geese; gull; gulls; seagull; seagulls; crow; crows; robin; blackbird; sparrow; swallows; heron; deer; wolf; lion; tiger; elephant; elephants; monkey; monkeys; whale; whales; dolphin; shark; snake; lizard; worm; worms; beetle; spaniel; terrier; labrador; poodle; hens; hen; cockerel; ram; pig; pigs; drizzle; hail; sleet; frost; frosty; icy; thunder; lightning; heatwave; breeze; wind; gale; puddle; puddles; mud; muddy; rainbow; dawn; dusk; soaked; drenched; sweating; shivering; sunburn; umbrella; witch; monster; angel; angels; king; queen; prince; princess; knight; duke; bishop; vicar; priest; nun; nuns; soldier; poet; poem; poems; poetry; philosopher; philosophy; circus; clown; zoo; jungle; desert; island; planet; mars; universe; galaxy; museum; castle; tower; opera; orchestra; choir; robot; robots; alien; aliens; zombie; vampire; detective; spy; cowboy; burglar; hippo; meme; tiktok; instagram; selfie; emoji',
  },
  {
    id: 'listener',
    cueClass: 'listener',
    weight: WEIGHTS.rows['listener'],
    source: 'talk about the listener',
    phrases:
      "you're|you_are a|an|the|so|such|too|very|better|more|quicker|kidding|joking|killing|right|welcome|absolute|amazing|brilliant|patient|kind|good|evil|star; you've|you_have saved|been|made|just|got|a|no|put|talked; you just|always|absolute|really|make|made|saved|sound|explain|read|do; of|for|to you; your patience|help|time; kind of you; you get me|it; you and i|me; you know|never|ever|should|can imagine|see|hear|tell; have you; do you; did you; are you; saved me|my|us; you explain",
  },
  {
    id: 'pointing',
    cueClass: 'pointing',
    weight: WEIGHTS.rows['pointing'],
    source: 'what only points at what was just said (Quirk et al. 1985, 6.40)',
    phrases:
      "^ that's|that|this|it was|is|makes|made|sounds|looks|feels|explains|reads|helps|clears|settles|works|saved; ^ that's|this_is|that_is a|an|so|the|it|exactly|what|really|more|better|much|all|very|quite|lovely|that|not; ^ it's|it_is a|an|so|like|just|that|all|been|pouring|raining|snowing|oddly|very|too|quite|midnight; that|this one|word|line|paragraph|bit|letter|thing|photo|cake|name; ^ there's|there_was|there_were|there_is a|an|something|nothing|glitter|this|plaster",
  },
  {
    id: 'moment',
    cueClass: 'moment',
    weight: WEIGHTS.rows['moment'],
    source: 'what holds at the moment of speaking only (Quirk et al. 1985, 8.51)',
    phrases:
      'today; tonight; again; right now; at the moment; this morning|week|evening|afternoon; still; already; just now; now; currently; as we speak; half asleep; since march|dawn|lunch|breakfast',
  },
];
