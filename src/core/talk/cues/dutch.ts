import type { CueTable } from './cue.ts';

/** Dutch. */
export const DUTCH: CueTable = {
  language: 'nl',
  functionWords:
    'de het een en ik is niet van dat die met op voor te zijn er maar wij we je jij hij zij ze mijn onze ons heb heeft hebben ben aan bij uit naar als ook nog wel wat geen dit deze was alleen gisteren vandaag om',
  isNameByCapital: true,
  choices: 'zal|moet|mag|kan ik|we|het; wil|wilt|wilde je|u; of; welke|welk; wanneer; waar; hoeveel; liever',
  rows: [
    {
      cueClass: 'prohibition',
      weight: 8,
      source: 'negatie (ANS, h. 29)',
      phrases:
        'niet; nooit; geen; niemand; niets; noch; zonder; verboden; verbied|verbiedt; vermijd|vermijden; weiger|weigeren; in geen geval; onder geen beding; vertrouwelijk',
    },
    {
      cueClass: 'obligation',
      weight: 8,
      source: 'modale werkwoorden (ANS, h. 18)',
      phrases:
        'moet; moeten; moest; dient; dienen; hoeft; verplicht; nodig; noodzakelijk; belangrijk; vereist; alsjeblieft; alstublieft; graag even; zorg dat|ervoor; ^ stuur|bel|gebruik|laat|zet|schrijf|vraag|boek|bewaar|annuleer|betaal|neem|bevestig|geef',
    },
    {
      cueClass: 'permission',
      weight: 5,
      source: 'modale werkwoorden',
      phrases:
        'mag; mogen; toegestaan; toestemming; hoogstens; minstens; maximaal; minimaal; ten hoogste|minste|laatste; niet meer dan; uiterlijk; tot; tussen',
    },
    {
      cueClass: 'condition',
      weight: 8,
      source: 'voorwaardelijke zinnen',
      phrases: 'als het|er|de|we|ik|je; indien; tenzij; mits; zolang; wanneer; voordat; nadat; totdat; anders; zodra; in plaats van',
    },
    { cueClass: 'exception', weight: 7, source: 'focus', phrases: 'alleen; enkel; slechts; uitsluitend; behalve; uitgezonderd; op * na' },
    {
      cueClass: 'decision',
      weight: 8,
      source: 'declaratieven (Searle 1976)',
      phrases: 'besloten; gekozen; afgesproken; akkoord; goedgekeurd; bevestigd; we houden|nemen|blijven; ik neem|kies',
    },
    {
      cueClass: 'preference',
      weight: 8,
      source: 'werkwoorden van willen',
      phrases: 'liever; voorkeur; ik wil; we willen; zou * willen; wil graag; wilt|wil|willen graag; het liefst',
    },
    { cueClass: 'goal', weight: 8, source: 'doel', phrases: 'doel; bedoeling; opdat; zodat; van plan' },
    {
      cueClass: 'self',
      weight: 8,
      source: 'tegenwoordige tijd, eerste persoon',
      phrases:
        'ik ben|heb|woon|werk|neem|betaal|spreek|eet|drink|heet; we zijn|hebben|wonen|werken|betalen; mijn|onze|ons * is|zijn|heeft|hebben|loopt; allergisch; zwanger; vegetariër; vegetarisch; veganist; suikerziekte',
    },
    { cueClass: 'rule', weight: 3, source: 'kwantoren', phrases: 'altijd; elke; elk; ieder; iedere; alle; alles; per dag|week|maand|jaar|persoon; beide' },
    {
      cueClass: 'matter',
      weight: 5,
      source: 'geld, recht, gezondheid, werk',
      phrases:
        'budget; prijs; kosten; huur; borg; factuur; contract; verzekering; termijn; adres; rekening; dokter; arts; medicijn; medicijnen; advocaat; rechtbank; visum; paspoort; afspraak; verloopt',
    },
    {
      cueClass: 'number',
      weight: 3,
      source: 'telwoorden',
      phrases: 'twee; drie; vier; vijf; zes; zeven; acht; negen; tien; elf; twaalf; twintig; honderd; duizend; helft; procent',
    },
    {
      cueClass: 'date',
      weight: 4,
      source: 'kalender',
      phrases:
        'maandag; dinsdag; woensdag; donderdag; vrijdag; zaterdag; zondag; januari; februari; maart; april; mei; juni; juli; augustus; september; oktober; november; december; morgen; middernacht; kerst; pasen',
    },
    {
      cueClass: 'idiom',
      weight: 0,
      source: 'formules',
      phrases:
        'moet zeggen|toegeven; geen probleem|zorgen|idee|dank; maakt niet uit; niet waar|slecht|erg; ik weet niet; weet je; je weet nooit; waarom niet; niet wachten|geloven; goede morgen; had|hadden * * moeten zien',
    },
    {
      cueClass: 'small-talk',
      weight: -2,
      source: 'fatisch',
      phrases:
        'hallo; hoi; goedemorgen; goedemiddag; goedenavond; dank; dankje; bedankt; dankjewel; doei; haha; ach; oh; nou; tja; leuk; mooi; lekker; gezellig; grappig; lachen; gelachen; zon; regen; regent; sneeuw; weer; hond; kat; poes; koffie; taart; gisteren; oma; opa; buurman; buurvrouw; eerlijk; prachtig',
    },
  ],
};
