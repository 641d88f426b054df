import type { CueTable } from './cue.ts';

/** French. Elided words (`l'`, `n'`) stand with the word behind them, as they are written. */
export const FRENCH: CueTable = {
  language: 'fr',
  functionWords:
    "le la les un une des et je est pas ne de du en on nous vous il elle ce cette que qui dans pour sur avec mon ma mes notre c'est j'ai au aux sont suis ont mais ou plus tout très avant si d'un d'une l'on qu'il n'est seul être a fait peut dit bien votre leur son sa ses",
  isNameByCapital: true,
  choices:
    'voulez|préférez|souhaitez|désirez vous; veux|préfères tu; dois je; puis je; peut on; faut il; ou; quel|quelle|quels|quelles; quand; où; combien; est ce que je|nous|vous; aimeriez vous',
  rows: [
    {
      cueClass: 'prohibition',
      weight: 8,
      source: 'négation (Grevisse, Le bon usage, § 1013 ff.)',
      phrases:
        'pas; jamais; ne * pas|jamais|plus|rien; ni; aucun; aucune; rien; personne ne; sans; interdit; interdite; interdits; interdiction; défendu; défense de; éviter; évite; évitez; refuse; refusons; refusé; en aucun cas; sous aucun prétexte; confidentiel; arrête|arrêtez de',
    },
    {
      cueClass: 'obligation',
      weight: 8,
      source: 'verbes modaux et directifs (Le Querler 1996)',
      phrases:
        "doit; dois; doivent; devez; devons; devrait; devrais; devriez; devra; devront; faut; faudra; faudrait; il faut; obligatoire; nécessaire; exigé; exige; important; impératif; besoin; j'ai besoin de; veuillez; veillez; merci de; s'il vous plaît; s'il te plaît; n'oubliez pas; ^ prenez|prends|envoyez|envoie|appelez|appelle|utilisez|utilise|laissez|laisse|mettez|mets|écrivez|écris|demandez|demande|réservez|réserve|gardez|garde|annulez|annule|payez|vérifiez|vérifie|choisissez",
    },
    {
      cueClass: 'permission',
      weight: 5,
      source: 'modalité',
      phrases:
        "peut; peuvent; pouvez; peux; autorisé; autorisée; permis; permission; au plus; au moins; au maximum; maximum; minimum; pas plus de; pas moins de; jusqu'à; au plus tard; entre",
    },
    {
      cueClass: 'condition',
      weight: 8,
      source: 'hypothétiques',
      phrases:
        "si; s'il; s'ils; sauf si; à moins que; à condition; pourvu que; tant que; dès que; quand; lorsque; avant; après; sinon; au cas où; plutôt que; au lieu de",
    },
    {
      cueClass: 'exception',
      weight: 7,
      source: 'restriction',
      phrases: 'seul; seule; seuls; seulement; uniquement; sauf; excepté; hormis; à part; rien que; ne * que',
    },
    {
      cueClass: 'decision',
      weight: 8,
      source: 'déclaratifs (Searle 1976)',
      phrases: "décidé; choisi; d'accord pour; convenu; approuvé; confirmé; on garde|prend|reste; nous gardons|prenons; je prends|garde",
    },
    {
      cueClass: 'preference',
      weight: 8,
      source: 'verbes de volonté',
      phrases: "préfère; préférons; préférerais; je veux; nous voulons; voudrais; voudrions; j'aimerais; nous aimerions; je souhaite; je déteste; plutôt",
    },
    { cueClass: 'goal', weight: 8, source: 'but', phrases: 'objectif; but; afin de; afin que; pour que; compte|comptons * ' },
    {
      cueClass: 'self',
      weight: 8,
      source: 'présent de la première personne',
      phrases:
        "je suis; nous sommes; j'ai; nous avons; j'habite; nous habitons; je vis; je travaille; je prends; je paie; je parle; je mange; je bois; je possède; je m'appelle; mon|ma|notre|mes|nos * est|sont|a|ont; allergique; enceinte; végétarien; végétarienne; diabétique; végane; intolérant; intolérante",
    },
    { cueClass: 'commitment', weight: 4, source: 'promissifs (Searle 1976)', phrases: 'promets; promis; je vais; nous allons; garantis; engage' },
    {
      cueClass: 'rule',
      weight: 3,
      source: 'quantifieurs',
      phrases: 'toujours; chaque; tous les; toutes les; chacun; par jour|semaine|mois|an|personne; les deux',
    },
    {
      cueClass: 'state',
      weight: 3,
      source: 'participes résultatifs',
      phrases:
        'est|sont fermé|fermée|ouvert|ouverte|payé|payée|réservé|réservée|cassé|cassée|bloqué|bloquée|complet|complète|signé|signée|valable|terminé|annulé|annulée; expire; en attente; en panne; encore; depuis',
    },
    {
      cueClass: 'matter',
      weight: 5,
      source: 'argent, droit, santé, travail',
      phrases:
        'budget; prix; coût; loyer; caution; facture; contrat; assurance; délai; échéance; adresse; compte; médecin; médicament; médicaments; tribunal; avocat; propriétaire; visa; passeport; rendez; réservation; opération',
    },
    {
      cueClass: 'number',
      weight: 3,
      source: 'numéraux',
      phrases: 'deux; trois; quatre; cinq; six; sept; huit; neuf; dix; onze; douze; vingt; trente; cent; mille; moitié; pourcent',
    },
    {
      cueClass: 'date',
      weight: 4,
      source: 'calendrier',
      phrases:
        'lundi; mardi; mercredi; jeudi; vendredi; samedi; dimanche; janvier; février; mars; avril; juin; juillet; août; septembre; octobre; novembre; décembre; demain; minuit; midi; noël; pâques',
    },
    {
      cueClass: 'idiom',
      weight: 0,
      source: 'formules',
      phrases:
        "je dois dire|avouer|admettre; il faut dire|avouer; faut voir; ne t'inquiète pas; ne vous inquiétez pas; t'inquiète; pas de problème|souci|quoi; pas mal|grave|vrai; n'est ce pas; je ne sais pas; on ne sait jamais; pourquoi pas; du tout; on verra; si tu veux; s'il te plaît; mille fois; ça ne fait rien; sans doute|blague",
    },
    {
      cueClass: 'small-talk',
      weight: -2,
      source: 'phatique',
      phrases:
        'bonjour; bonsoir; salut; coucou; merci; au revoir; haha; ah; oh; bon; ben; bah; super; génial; gentil; gentille; joli; jolie; drôle; rigolo; marrant; ri; rire; beau temps; temps; soleil; pluie; neige; chat; chien; café; gâteau; chante; vraiment; franchement; belle; quel; quelle; hier; grand mère; voisin; voisine; boulanger',
    },
  ],
};
