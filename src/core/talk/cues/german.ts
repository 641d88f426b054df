import type { CueTable } from './cue.ts';

/** German. Nouns are written with a capital letter, so a capital letter makes no name. */
export const GERMAN: CueTable = {
  language: 'de',
  functionWords:
    'der die das und ich ist nicht ein eine einen einem einer mit auf für von zu den dem wir du sie es im bin sind mein meine unser hat habe haben wird bitte auch noch aber wie ja gegen bei aus nach sich mir mich uns ihr war nur gestern heute',
  isNameByCapital: false,
  choices:
    'soll|sollen|möchtest|möchten|willst|wollen|dürfen|darf|kann|können ich|wir|du|sie|es; oder; welche|welcher|welches|welchen; wann; wo; wie viele|viel|lange; lieber; recht so; in ordnung',
  rows: [
    {
      cueClass: 'prohibition',
      weight: 8,
      source: 'negation and modal verbs (Duden-Grammatik, ch. on Modalverben and Negation)',
      phrases:
        'nicht; nie; niemals; kein; keine; keinen; keinem; keiner; keinerlei; niemand; niemandem; nichts; weder; ohne; verboten; untersagt; unzulässig; verbietet; vermeide|vermeiden; auf keinen fall; unter keinen umständen; vertraulich; geheim; gesperrt',
    },
    {
      cueClass: 'obligation',
      weight: 8,
      source: 'modal verbs and directives (Duden-Grammatik; VDI 2519 on requirements)',
      phrases:
        'muss; müssen; musst; müsst; soll; sollen; sollte; sollten; hat|haben|ist|sind zu; unbedingt; zwingend; erforderlich; nötig; notwendig; verpflichtet; pflicht; wichtig; brauche; brauchen; braucht; benötige|benötigen|benötigt; ^ bitte; ^ nimm|nehmt|nehmen|schick|schicke|schicken|ruf|rufe|lass|lasst|lassen|schreib|schreibe|schreiben|mach|macht|buche|buchen|frag|frage|fragen|nutze|nutzen|verwende|verwenden|stell|stelle|achte|achten|denk|bring|bringe|gib|sag',
    },
    {
      cueClass: 'permission',
      weight: 5,
      source: 'Modalverben',
      phrases:
        'darf; dürfen; darfst; erlaubt; gestattet; zulässig; freiwillig; höchstens; mindestens; maximal; minimal; bis zu; nicht mehr als; nicht weniger als; spätestens; frühestens; zwischen',
    },
    {
      cueClass: 'condition',
      weight: 8,
      source: 'Konditionalsätze',
      phrases: 'wenn; falls; sofern; solange; außer wenn; es sei denn; sonst; andernfalls; sobald; bevor; bis; nachdem; statt; anstatt',
    },
    { cueClass: 'exception', weight: 7, source: 'Fokuspartikeln', phrases: 'nur; ausschließlich; außer; ausgenommen; bis auf; allein; lediglich; sondern' },
    {
      cueClass: 'decision',
      weight: 8,
      source: 'Deklarationen (Searle 1976)',
      phrases:
        'entschieden; beschlossen; vereinbart; abgemacht; einverstanden; genehmigt; abgelehnt; bleibt es; es bleibt; wir nehmen|behalten|bleiben; ich nehme',
    },
    {
      cueClass: 'preference',
      weight: 8,
      source: 'Verben des Wollens',
      phrases: 'lieber; bevorzuge|bevorzugen; ich will; wir wollen; möchte; möchten; am liebsten; hätte gern|gerne; hätten gern|gerne; mag keine|kein',
    },
    { cueClass: 'goal', weight: 8, source: 'Nomina des Ziels', phrases: 'ziel; zweck; damit; um zu; vor habe; vorhabe; plane|planen' },
    {
      cueClass: 'self',
      weight: 8,
      source: 'Präsens der ersten Person',
      phrases:
        'ich bin|habe|wohne|lebe|arbeite|nehme|trage|fahre|spreche|zahle|esse|trinke|besitze|heiße|verdiene; wir sind|haben|wohnen|leben|arbeiten|zahlen; mein|meine|unser|unsere * ist|sind|hat|läuft|endet|liegt|heißt|wohnt; allergisch; schwanger; vegetarisch; vegetarier; vegan; behindert; zuckerkrank',
    },
    {
      cueClass: 'commitment',
      weight: 4,
      source: 'Kommissiva (Searle 1976)',
      phrases: 'verspreche; versprochen; zugesagt; ich werde; wir werden; garantiere|garantieren',
    },
    {
      cueClass: 'rule',
      weight: 3,
      source: 'Quantoren',
      phrases: 'immer; jeder; jede; jedes; jeden; jedem; alle; alles; stets; grundsätzlich; pro tag|woche|monat|jahr|person; beide; beiden',
    },
    {
      cueClass: 'state',
      weight: 3,
      source: 'Zustandspassiv',
      phrases:
        'läuft bis|ab|aus; gültig; kaputt; bezahlt; gebucht; bestätigt; offen; geschlossen; ausverkauft; erledigt; fällig; abgelaufen; gekündigt; unterschrieben; steht noch aus; liegt bei|in; wohnt in|bei',
    },
    {
      cueClass: 'matter',
      weight: 5,
      source: 'Geld, Recht, Gesundheit, Arbeit, Termine',
      phrases:
        'budget; preis; kosten; miete; kaution; rechnung; vertrag; versicherung; termin; frist; adresse; konto; arzt; ärztin; medikament; medikamente; gericht; anwalt; vermieter; visum; pass; passwort; kündigung; operation; tablette; tabletten; rollstuhl; rezept',
    },
    {
      cueClass: 'number',
      weight: 3,
      source: 'Zahlwörter',
      phrases: 'zwei; drei; vier; fünf; sechs; sieben; acht; neun; zehn; elf; zwölf; hundert; tausend; prozent; hälfte; halb',
    },
    {
      cueClass: 'date',
      weight: 4,
      source: 'Kalender',
      phrases:
        'montag; dienstag; mittwoch; donnerstag; freitag; samstag; sonnabend; sonntag; montags; dienstags; mittwochs; donnerstags; freitags; samstags; sonntags; januar; februar; märz; april; mai; juni; juli; august; september; oktober; november; dezember; ostern; weihnachten; morgen um; übermorgen; mitternacht; mittag; ende',
    },
    {
      cueClass: 'idiom',
      weight: 0,
      source: 'Formeln',
      phrases:
        'keine sorge; ich habe|hab zeit; ohne ende|worte; kein problem; keine ahnung|frage|ursache; macht nichts; muss schon sagen; muss sagen|zugeben|gestehen|lachen; musste lachen|lächeln|schmunzeln; hätte|hätten|hättest * * sehen sollen; hätte|hätten|hättest sehen sollen; sehen sollen; ich weiß nicht; weißt du; nicht wahr|schlecht|schlimm; gar nicht so; kaum erwarten; nicht erwarten|fassen|glauben; mal sehen; alles gute|klar|gut; vor allem; nie im leben; was soll; na ja; guten morgen|tag|abend; gute nacht',
    },
    {
      cueClass: 'small-talk',
      weight: -2,
      source: 'Phatik',
      phrases:
        'hallo; hi; guten; danke; vielen dank; tschüss; haha; ach; oh; na; tja; naja; super; toll; schön; herrlich; wunderbar; nett; lustig; witzig; gelacht; lachen; sonne; regen; schnee; wetter; scheint; hund; katze; kater; kaffee; kuchen; leider; ehrlich; übrigens; schatz; gestern; wie die zeit vergeht; oma; opa; nachbar; nachbarin; komisch; süß',
    },
  ],
};
