import type { CueTable } from './cue.ts';

/** Italian. */
export const ITALIAN: CueTable = {
  language: 'it',
  functionWords:
    "il lo la gli le un uno una e che è non di del della in con per si mi mio mia ci ti su al alla ma come più molto questo questa sono ho abbiamo siamo anche se nel nella dal c'è ieri tutto così hai ha",
  isNameByCapital: true,
  choices: 'vuole|vuoi|preferisce|preferisci|desidera; oppure; o; quale; quali; quando; dove; quanti|quante|quanto; devo; posso; va bene se',
  rows: [
    {
      cueClass: 'prohibition',
      weight: 8,
      source: 'negazione (Serianni 1989)',
      phrases:
        'non; mai; né; nessun; nessuno; nessuna; niente; nulla; senza; vietato; vietata; proibito; proibita; evitare; evita; evitate; rifiuto; in nessun caso; riservato',
    },
    {
      cueClass: 'obligation',
      weight: 8,
      source: 'verbi modali (Serianni 1989)',
      phrases:
        'deve; devo; devono; devi; dobbiamo; dovrebbe; dovresti; bisogna; occorre; è necessario; obbligatorio; obbligatoria; necessario; importante; ho bisogno; abbiamo bisogno; per favore; ^ manda|mandi|chiama|chiami|usa|usi|lascia|lasci|metti|scrivi|chiedi|prenota|prenoti|tieni|annulla|paga|prendi|conferma',
    },
    {
      cueClass: 'permission',
      weight: 5,
      source: 'verbi modali',
      phrases:
        'può; possono; puoi; possiamo; posso solo; permesso; consentito; consentita; al massimo; al minimo; almeno; massimo; minimo; non più di; fino a; entro; tra',
    },
    {
      cueClass: 'condition',
      weight: 8,
      source: 'periodo ipotetico',
      phrases: 'se; a meno che; purché; finché; a condizione; nel caso; quando; prima; dopo; appena; altrimenti; invece di; salvo che',
    },
    { cueClass: 'exception', weight: 7, source: 'focalizzatori', phrases: 'solo; soltanto; solamente; unicamente; tranne; eccetto; salvo; a parte' },
    {
      cueClass: 'decision',
      weight: 8,
      source: 'dichiarativi (Searle 1976)',
      phrases: "deciso; scelto; d'accordo su; approvato; confermato; teniamo; prendiamo; prendo",
    },
    {
      cueClass: 'preference',
      weight: 8,
      source: 'verbi di volontà',
      phrases: 'preferisco; preferiamo; preferirei; voglio; vogliamo; vorrei; vorremmo; mi piacerebbe; odio; piuttosto',
    },
    { cueClass: 'goal', weight: 8, source: 'scopo', phrases: 'obiettivo; scopo; affinché; allo scopo; al fine' },
    {
      cueClass: 'self',
      weight: 8,
      source: 'presente di prima persona',
      phrases:
        'sono; siamo; ho; abbiamo; abito; vivo; lavoro; prendo; pago; parlo; mi chiamo; mio|mia|nostro|nostra * è|sono|ha|hanno; allergico; allergica; incinta; vegetariano; vegetariana; vegano; vegana; diabetico; diabetica; celiaco; celiaca',
    },
    { cueClass: 'rule', weight: 3, source: 'quantificatori', phrases: 'sempre; ogni; tutti i; tutte le; ciascuno; al giorno|mese|anno; entrambi; entrambe' },
    {
      cueClass: 'matter',
      weight: 5,
      source: 'denaro, diritto, salute, lavoro',
      phrases:
        'budget; prezzo; costo; affitto; caparra; fattura; contratto; assicurazione; scadenza; indirizzo; conto; medico; farmaco; farmaci; avvocato; tribunale; visto; passaporto; appuntamento; scade',
    },
    {
      cueClass: 'number',
      weight: 3,
      source: 'numerali',
      phrases: 'due; tre; quattro; cinque; sei; sette; otto; nove; dieci; undici; dodici; venti; trenta; cento; mille; metà',
    },
    {
      cueClass: 'date',
      weight: 4,
      source: 'calendario',
      phrases:
        'lunedì; martedì; mercoledì; giovedì; venerdì; sabato; domenica; gennaio; febbraio; marzo; aprile; maggio; giugno; luglio; agosto; settembre; ottobre; novembre; dicembre; domani; mezzanotte; mezzogiorno; natale; pasqua',
    },
    {
      cueClass: 'idiom',
      weight: 0,
      source: 'formule',
      phrases:
        "devo dire|ammettere; non ti preoccupare; non si preoccupi; non preoccuparti; non importa; non fa niente; nessun problema; non so; non vedo l'ora; non ci credo; chi lo sa; perché no; non si sa mai; non male; di niente",
    },
    {
      cueClass: 'small-talk',
      weight: -2,
      source: 'fatico',
      phrases:
        'ciao; buongiorno; buonasera; grazie; arrivederci; ahah; haha; ah; oh; beh; bello; bella; carino; carina; gentile; divertente; ridere; riso; sole; pioggia; neve; gatto; cane; caffè; torta; ieri; nonna; nonno; che bello; davvero; fantastico',
    },
  ],
};
