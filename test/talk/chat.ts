/** One message of the chat, as the wires of OpenAI and Anthropic take it. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/**
 * A chat of 70 messages in which 20 sentences of the user bind (rules, limits, facts, preferences, goals) among small
 * talk. In `EXCHANGES` they stand in double angle brackets, at most one in a message.
 */
export function bindingChat(): { readonly messages: readonly ChatMessage[]; readonly binding: readonly string[] } {
  const messages: ChatMessage[] = [];
  const binding: string[] = [];
  for (const [asked, answered] of EXCHANGES) {
    for (const [, sentence = ''] of asked.matchAll(/<<([^<>]{1,200})>>/g)) binding.push(sentence);
    messages.push({ role: 'user', content: asked.replace(/<<|>>/g, '') }, { role: 'assistant', content: answered });
  }
  return { messages, binding };
}

const EXCHANGES: readonly (readonly [asked: string, answered: string])[] = [
  [
    'Hello! A friend of mine swears by chatting with you while she plans things, so here I am. It is raining like mad outside and the cat has taken over the good chair, so I am on the hard one. We are throwing a party for my mother, who still thinks birthdays are for children.',
    'Hello, and welcome! A rainy day and a cat on the good chair sound like the right moment for planning. A party for a mother who thinks birthdays are for children sounds like a lovely challenge. Tell me a little about her, and we will find our way from there.',
  ],
  [
    'She is a funny woman, dry as toast. She taught half the town to read and they all still greet her at the market. <<The party is on Saturday the 14th of June, and it has to be over by nine in the evening because of the neighbours.>> Last week she told the baker that his bread had improved, and he blushed like a boy.',
    'She sounds wonderful, and the baker will surely remember that for a long time. People who taught half a town to read leave a warm trail behind them. A party that ends while it is still light has its own charm too. Birthdays can be for everyone, of course, as long as somebody remembers the candles. Shall we begin with the guests, or with the place?',
  ],
  [
    'With the guests, I suppose, although the place makes me giggle more. My brother once suggested a bowling alley and nobody in the room knew whether he was serious. He has that face, you see. Anyway, the list is a bit of a monster and it grew again over breakfast. <<Call my mother Sabina in everything that you write for her, only the town calls her Mrs. Hodzic.>> I must say, it is fun to cross people out with a big red pen.',
    'A bowling alley would certainly make for memorable photographs! Brothers with that kind of face keep a family on its toes. Lists do tend to grow over breakfast, perhaps because everyone is hungry. How does the monster look so far?',
  ],
  [
    'Messy, with arrows and a coffee stain in the shape of Italy. <<We can have at most 32 guests, because the room at the boathouse does not hold more than that.>> My aunt has already written to say that she is bringing her good mood and nothing else. I laughed out loud on the bus and a small boy stared at me.',
    'A coffee stain in the shape of Italy is almost a decoration in itself. Your aunt seems to understand parties very well. I can picture the small boy wondering what was so funny. It sounds as if this family does not take itself too seriously, which is a gift.',
  ],
  [
    'Oh, we take ourselves terribly seriously, just never at the same time. The boathouse is lovely in the evening, all that light coming off the water. I used to sit there as a student and pretend to read. Mostly I watched the swans being rude to each other.',
    'Swans do have a talent for rudeness, and they carry it off with such elegance. Pretending to read near water is a perfectly respectable way of spending a youth. The evening light will do half of the decorating for you. It sounds like a place with good memories in the walls.',
  ],
  [
    'It is, and with a creaky floor that sings when people dance. <<My mother is allergic to walnuts and hazelnuts, so nothing on the table may contain either of them.>> She makes a great drama of it, with the hand on the heart. My father used to applaud.',
    'A singing floor and a bit of drama, that is theatre already. Your father clearly knew how to appreciate a good performance. Food is a lovely subject to dream about on a wet afternoon. What kind of dishes make her smile?',
  ],
  [
    'Soup, of all things. She could live on soup and gossip. There was a summer when she cooked the same fish soup over and over and we all pretended to be surprised. The kitchen smelled like a harbour, and the cats of the whole street came to sit on our wall.',
    'Soup and gossip, that is a fine diet for a happy life. I love the picture of all those cats lined up on the wall like an audience. Dishes like that become a part of the family, even when everybody secretly rolls their eyes. You must have been the most popular house in the whole street. It would be charming to let that harbour smell return somehow.',
  ],
  [
    'The cats would come back from the dead for it. I wonder what happened to the ginger one, he was a real character. Somebody said he moved in with the pharmacist. <<Please do not suggest anything with pork or alcohol in it, half of the family is Muslim.>> The pharmacist, by the way, sings in the shower so loudly that the whole square hears it.',
    'A ginger cat who moves in with a singing pharmacist sounds like the start of a novel. I hope the two of them get along in the mornings. The square must be a lively place to live on. You never know with artists, they tend to say yes at the strangest moments. Perhaps the pharmacist would like to sing a little at the party as well.',
  ],
  [
    'Heaven forbid, he knows only opera and all of it is sad. Did you ever hear somebody weep in Italian before breakfast? It does something to the coffee. My husband says it builds character, but then he wears ear plugs.',
    'Ear plugs do make it much easier to praise the arts! Weeping in Italian before breakfast takes real commitment. There is something sweet about a square where everybody knows the same tune. I suppose the ginger cat has become a connoisseur by now.',
  ],
  [
    'Ha, that he has. So, I was daydreaming about the evening while the bus was stuck behind a tractor. There were sheep on the hill, and a girl in a yellow raincoat was waving at them. <<The whole budget is 1,800 euros, and the food should not take more than half of it.>> I waved too, because why ever not.',
    'Waving at sheep from a bus is one of those small joys that cost nothing. The girl in the yellow raincoat had the right idea. Being stuck behind a tractor can turn out to be a little holiday. I hope the sheep appreciated all of the attention.',
  ],
  [
    'One of them looked rather touched. I have never understood people who are in a hurry on country roads. The hedges are full of birds at the moment and it all smells of wet grass. It makes me want to lie down in a meadow and forget my own name. <<Unless I tell you otherwise, every plan for the outside needs a second version for bad weather.>> You should have seen the puddle at our stop, it was practically a lake.',
    'That is a beautiful wish, and meadows are made for it. Wet grass has a smell that no perfume ever quite catches. The birds must be having a busy season among all those hedges. A slow road can be the best part of the day.',
  ],
  [
    'So true. My grandmother used to say that the hedge knows more than the newspaper. She was full of sayings like that and made most of them up. <<My brother Daniel pays the deposit for the boathouse, so never send that invoice to me.>> We found a notebook of hers with nothing but sayings and a recipe for glue.',
    'A notebook with sayings and a recipe for glue is a treasure! I like the one about the hedge, it has a ring of truth. You could put a few of them on little cards one day, if the mood takes you. Grandmothers who invent proverbs are doing the language a favour. It would be fun to read a few of those aloud one day.',
  ],
  [
    'We did that at her funeral, in fact, and the whole church was laughing. The priest pretended to cough. It was one of the best afternoons of that year, strange as it sounds. There was cake afterwards and someone played the accordion badly.',
    'It does not sound strange at all, laughter in a church can be the warmest kind of farewell. I can just imagine the priest with his polite little cough. An accordion played badly has a charm all of its own. She would surely have loved every bit of it.',
  ],
  [
    'She would have danced. The accordion player was my cousin, who believes to this day that he was good. Nobody has the heart. <<He lives in Bergen and does not fly, so he needs two days for the journey each way.>> His hat is bigger than his luggage, you will like him.',
    'A cousin with a large hat and a happy belief in his own music is a guest that every party deserves. It is kind of the family to let him keep his illusion. Some of the best music is played with more heart than skill. Long journeys by train and ship leave plenty of time for practising, for better or for worse. I look forward to hearing more of that hat.',
  ],
  [
    'The hat has its own stories, believe me. It once blew into a fountain and a dog brought it back, and the two have been friends ever since. I mean the dog and the hat. My cousin was merely present.',
    'What a lovely friendship between a dog and a hat! It is generous of your cousin to stand aside like that. Fountains do seem to attract the best kind of chaos. I imagine that the dog still tells the tale.',
  ],
  [
    'Probably with embellishments. I had the most peculiar dream last night, by the way. I was serving soup to swans and they kept asking for the manager. <<Write the invitations in English and in Bosnian, with the English text always first.>> I woke up feeling guilty and a bit peckish.',
    'Swans asking for the manager would be entirely in character for them! Dreams like that say a lot about how much you care for your guests. I hope a good breakfast took care of both the guilt and the hunger. At least the swans had taste enough to stay for the soup.',
  ],
  [
    'They had opinions about the salt. <<Emails to the guests must never go out before I have read and approved the text myself.>> I still have to laugh when I think of their little aprons. It is funny what the mind does with a worry once the lights are out. During the day I feel quite calm about it all. Then night falls and there come the swans.',
    'The mind is a curious stage manager, it saves the oddest scenes for the dark. Calm days and theatrical nights are a common pair. Perhaps a cup of something warm before bed would soften the swans a little. They may even tip you next time.',
  ],
  [
    'My sister had a good laugh at it. She is the sensible one, with labels on her spice jars. I found one jar with the label "not cinnamon" and nobody remembers why. <<My sister Amra decides about the music, and I have promised her that nobody will overrule her.>> Her kitchen looks like a laboratory with curtains.',
    'A jar that says "not cinnamon" is a small masterpiece of honesty. Every family seems to have one person with labels and one person without. A laboratory with curtains sounds like a rather cosy place to cook. There is a certain comfort in knowing at least what something is not. I would love to know what else is written on those shelves.',
  ],
  [
    'There is one that says "ask first", and I am too afraid to. She gets it from my father, who labelled the ladders. Imagine a man who labels ladders. He wrote "up" on the one and "down" on the other, and he was very pleased with himself.',
    'Oh, that is wonderful, a man with a dry sense of humour and a marker pen. I can see where the whole family has it from. Ladders with directions must have puzzled quite a few visitors. I wonder whether anyone ever used the wrong one.',
  ],
  [
    'The postman did, and apologised. We still talk about it at Christmas. It is getting dark here already and the street lamps look like little moons in the rain. <<My father died in March, so please leave out all jokes about age, death or widows in the speech.>> The cat has not moved at all, I envy that.',
    'Street lamps in the rain can be very beautiful to look at. I am sorry about your father, he comes across so vividly in these stories. The postman and the ladder sound like the heart of many a Christmas. I am glad that the cat is keeping you company tonight.',
  ],
  [
    'Thank you, that is kind. He would have had a comment about the rain, something about the sky doing its laundry. My mother repeats his lines now as if she had thought of them. We let her.',
    'The sky doing its laundry is a lovely line, and it is good that it goes on living. Repeating the words of those we love is a tender kind of remembering. Letting her have them is a gift as well. I imagine that he would be rather amused.',
  ],
  [
    'He would demand royalties. Well, where were we, I have drifted all the way down the river. There was something about a cake, or was that the dream again? <<The cake comes from the Lindner bakery, which wants the final order ten days before the party.>> I swear I can smell vanilla just thinking of it.',
    'Drifting down the river is half of the fun in a conversation like this one. No, the cake is quite real, the swans only wanted soup. Vanilla has a way of finding us even in our thoughts. It must be a wonderful place to stand and wait in line.',
  ],
  [
    'It is a tiny shop with a bell on the door that sounds like a goat. The baker there is the one who blushed, you remember. His wife runs everything and calls all of us darling. As a child I believed that it was my name.',
    'Believing that your name is darling must be one of the sweetest mistakes of a childhood. A bell that sounds like a goat surely keeps the customers cheerful. I remember the blushing baker with great fondness. It is nice how the same people keep turning up in your stories.',
  ],
  [
    'Small town, small cast. We had a circus here once and even they seemed to know everybody. The clown turned out to be the dentist from the next valley. <<Two of the guests use wheelchairs, so every place that we visit must be reachable without steps.>> It explained a great deal about his practice, honestly.',
    'A dentist who is secretly a clown would make for very interesting appointments! I suppose that the nose was a bit of a clue. Small towns with a small cast tell the best stories. The circus must have felt right at home.',
  ],
  [
    'He gave out balloons with the bills. I still have one, somewhere, rather wrinkled by now. It is wild what one keeps in drawers. I found a whole drawer of single gloves this morning and felt oddly moved.',
    'Single gloves are a moving sight, each of them with a story and no partner. A wrinkled balloon from a dentist deserves a frame, I would say. Drawers are the quiet museums of a household. It sounds like a gentle sort of morning.',
  ],
  [
    'It was, until the phone rang. It was my aunt, for an hour, on the subject of her knees. I put her on the speaker and folded the laundry, and she never noticed a thing. <<I do not want any surprise for my mother, she has to know about the whole plan beforehand.>> Her knees are apparently better at forecasting than the radio.',
    'Knees are the oldest weather service in the world, and they never take a holiday. Folding laundry to the sound of an aunt is a fine way to spend an hour. I am sure that she enjoyed the conversation just as much. What do the knees say about the summer?',
  ],
  [
    'Sunshine, but with a grudge. She phrases it like a prophet. I should write it all down one day, the family would make a decent comedy. My husband says that nobody would believe it.',
    'Sunshine with a grudge is a forecast I would tune in for! Real families are often far stranger than the ones on the stage. Your husband has a point, the best comedies are the ones nobody believes. The hat alone could carry the second act.',
  ],
  [
    'The hat would want its own dressing room. Oh, look at that, the rain has stopped and the whole street is shining. A boy is jumping into every single puddle with great care. <<We are vegetarians at home, but for the party there may be fish and chicken for the guests.>> His mother has given up and is looking at the sky.',
    'A shining street after the rain is such a good sight. Jumping into every puddle with great care is a serious craft. There comes a point when looking at the sky is the wisest choice. I hope that his boots are the good kind.',
  ],
  [
    'He is wearing sandals, bless him. There goes the other foot. I remember doing the very same thing in my Sunday shoes, and the look on my mother. She did not shout, she just sighed in three languages.',
    'Sighing in three languages is an art form that few people master. Sandals in a puddle must feel like a small adventure. I think every one of us has a pair of Sunday shoes on the conscience. It is sweet that the memory still makes you smile.',
  ],
  [
    'She still sighs like that at the television. The evening news gets the full treatment, with a little extra for the weather man. He has too many teeth, she says. <<For the photographs we have booked Mirela Kovac, and she is only there from four until six.>> I find him rather charming, but I keep that to myself.',
    'Too many teeth is a wonderfully specific complaint! Weather men have to put up with a great deal, between the clouds and the viewers. It is wise to keep some of the charming ones to yourself. The evening news must be quite a show in your house.',
  ],
  [
    'It is better than the theatre, and one can wear slippers. The cat watches as well, although only for the birds. There was a thing on storks last night and he nearly went through the screen. What a creature.',
    'A cat with a passion for documentaries, how very cultured of him. Storks must look delicious from the good chair. Slippers do improve most forms of art, I find. I hope the screen has recovered from the excitement.',
  ],
  [
    'Just paw prints, which I choose to see as applause. My neighbour came by with plums, far too many of them, as always. We stood in the hall and complained about the lift in perfect harmony. <<Never share the guest list or the addresses with the people at the boathouse, they talk.>> The plums are sour enough to fold your face.',
    'Paw prints as applause is a lovely way of looking at it. Complaining about a lift in harmony is what neighbours are for. Sour plums have a certain honesty about them. I imagine that a pot and some sugar could make friends of them.',
  ],
  [
    'Jam, yes, the eternal answer. My grandmother believed that there was no sorrow that could not be spread on bread. That one was in the notebook too, next to the glue. I can hear her say it with her mouth full.',
    'What a wonderful sentence, and with the mouth full it is even better. The notebook keeps getting richer with every story. Jam and glue on neighbouring pages does sound a little risky. I think that the two of you would have enjoyed this evening.',
  ],
  [
    'We would have solved the world and burned the jam. Well, it has been lovely to natter like this, and the cat has finally given me a corner of the chair. <<My goal is that everything is settled by the end of May, so that June stays free for her visit to the clinic.>> It feels as if half of the work was done by the rain.',
    'A corner of the chair, that is a real sign of trust. It has been a pleasure to wander through all of these stories with you. The rain does deserve a little of the credit. Planning is so much nicer when it comes with weather and gossip. I hope that the rest of your evening is just as cosy.',
  ],
  [
    'It will be, there is soup, naturally. The pharmacist has started on the second act and the whole square is pretending not to listen. I might open the window a little. Good night to you, whatever you do when nobody is typing.',
    'Good night, and greetings to the cat, the hat and the swans. An open window and an aria over warm soup sound like a very fine ending to the day. I will be here whenever the mood for a chat comes back. Sleep well, without any managers in your dreams.',
  ],
];
