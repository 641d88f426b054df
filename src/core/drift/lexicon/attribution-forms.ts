/**
 * Further forms that put words into the user's mouth (C08, P28): labels of turns, the second person, and other languages.
 *
 * Labels: OpenAI, *ChatML* (`<|im_start|>user`) and the Messages form (`"role": "user"`); Anthropic, *Text Completions*
 * (`Human:`); Meta, prompt formats of Llama 2 and 3 (`[INST]`, `<|start_header_id|>user`); Google, *Gemma formatting*
 * (`<start_of_turn>user`); LMSYS, FastChat's `conversation.py` (`USER:`, `### Human:`).
 * Verbs: those of FrameNet 1.7's frames Statement, Request, Desiring and Deciding for speech, Grant_permission and
 * Agree_or_refuse_to_act for assent; in the other languages their everyday equivalents, chosen by hand.
 */
export interface AttributionForm {
  readonly language: 'any' | 'en' | 'de' | 'fr' | 'es' | 'zh' | 'ja';
  /** What makes it one. A group `assent` makes it an assent, else it is speech; what lies between `who` and either is said, too. Bounded. */
  readonly form: RegExp;
  /** The reader is addressed: a copy of it may be meant for anyone, and says nothing of the user. */
  readonly isSecondPerson?: boolean;
  /** Before it: nothing is said to have happened. */
  readonly hypothetical?: RegExp;
}

const ROLE = 'user|human|customer|client|nutzer|benutzer|anwender|utilisateur|usuario|用户|用戶|ユーザー?';
const NOT_BEHIND = '(?<![\\p{L}\\p{N}_])';
const NOT_BEFORE = '(?![\\p{L}\\p{N}_])';
/** What lies between who speaks and what is said of it. */
const BETWEEN = '[^.!?;:\\n]{0,60}?';

function spaced(who: string, speech: string, assent: string): RegExp {
  return new RegExp(
    `${NOT_BEHIND}(?<who>(?:(?:der|die|dem|den|le|la|el) )?(?:${who}))${NOT_BEFORE}${BETWEEN}${NOT_BEHIND}(?:(?<assent>${assent})|(?<speech>${speech}))${NOT_BEFORE}`,
    'iu',
  );
}

/** In whatever order, with nothing between words. */
function unspaced(who: string, speech: string, assent: string): RegExp {
  return new RegExp(`(?<who>${who})[^。！？；：\\n]{0,40}?(?:(?<assent>${assent})|(?<speech>${speech}))`, 'u');
}

export const ATTRIBUTION_FORMS: readonly AttributionForm[] = [
  // `USER> …`, `[user] …`, `(user): …`, `**User:** …`, `User (turn 3): …`, `### Human`, a line of its own
  {
    language: 'any',
    form: new RegExp(
      `^[\\s>*#_-]{0,8}(?:\\[(?:${ROLE})\\](?![\\w(])|<\\|?(?:${ROLE})\\|?>|\\((?:${ROLE})\\)\\s?:|(?:the )?(?:${ROLE})(?:\\s?[([][^)\\]\\n]{0,30}[)\\]])?[*_]{0,3}\\s?(?:[:：>»][*_]{0,3}(?=\\s|$|["“「])|$))`,
      'iu',
    ),
  },
  { language: 'any', form: new RegExp(`["']?role["']?\\s{0,4}[:=]\\s{0,4}["']?(?:${ROLE})${NOT_BEFORE}`, 'iu') },
  { language: 'any', form: /<\|(?:im_start|start_header_id)\|>\s?user|<start_of_turn>\s?user|\[INST\]/iu },
  {
    language: 'en',
    form: /\b(?:as per|per|according to|in accordance with|on behalf of|as told by|in the words of) (?:the |our )?(?:user|human)\b(?!['’]?s? (?:guide|manual|docs?|documentation|agent|id|name|table|interface|story|stories|settings?|limits?|session|account)\b)/iu,
  },
  {
    language: 'en',
    isSecondPerson: true,
    form: /\b(?:as )?you(?:['’]ve| have| had| also| already| explicitly| just| then){0,3} (?:(?<assent>approved|authori[sz]ed|allowed|permitted|confirmed|agreed|accepted|consented|signed off|gave (?:me )?(?:your )?(?:permission|approval|consent|the go-ahead)|okayed)|asked|requested|wanted|said|told (?:me|us)|instructed|ordered|demanded|insisted|decided|chose|wished|wrote)\b/iu,
    hypothetical:
      /\b(?:if|when|whenever|whether|unless|until|once|before|after|did|do|have|what|which|should|could|would|had|the \p{L}{1,20}|all|everything|version|file)\s+$/iu,
  },
  {
    language: 'en',
    isSecondPerson: true,
    form: /\b(?:(?:with|by|after|given|under) your (?:\p{L}{1,20} )?(?<assent>permission|approval|consent|authori[sz]ation|agreement|confirmation|go-ahead|blessing)|(?:at|per|on|as per|following) your (?:\p{L}{1,20} )?(?:request|instructions?|orders?|wish|wishes|demand|decision))\b/iu,
    hypothetical: /\b(?:only|not|without|until|unless)\s+$/iu,
  },
  {
    language: 'de',
    form: spaced(
      '(?:Be)?Nutzer(?:in|s)?|Anwender(?:in|s)?|Kunden?',
      'sagte?|gesagt|bat|bittet|gebeten|wollte|will|möchte|wünschte?|gewünscht|verlangte?|forderte?|gefordert|schrieb|erklärte?|entschied(?:en)?|ordnete|angeordnet|beauftragte?',
      'genehmigte?|erlaubte?|zugestimmt|stimmte|stimmt|bestätigte?|freigegeben|einverstanden|autorisierte?|bewilligte?',
    ),
    hypothetical: /(?:^|\s)(?:wenn|falls|sobald|ob|bis|bevor|nachdem|ohne dass)\s(?:der |die |dem |ein )?$/iu,
  },
  {
    language: 'de',
    form: /(?<![\p{L}])(?:auf (?:Wunsch|Anweisung|Bitte|Anordnung)|laut|gemäß|(?<assent>mit (?:Zustimmung|Erlaubnis|Genehmigung|Freigabe))|wie vom)\s(?:des |dem |der )?(?:Be)?(?:Nutzer|Anwender|Kunde)(?:in|s|n)?(?![\p{L}])/iu,
  },
  {
    language: 'fr',
    form: spaced(
      "l['’]utilisat(?:eur|rice)|utilisat(?:eur|rice)|le client|la cliente",
      'dit|demandé|demande|demandait|veut|voulait|voulu|souhaite|souhaitait|souhaité|exigé|exige|écrit|décidé|ordonné|réclamé|préfère',
      "approuvé|approuve|accepté|accepte|autorisé|autorise|confirmé|confirme|permis|donné son accord|d['’]accord|validé",
    ),
    hypothetical: /(?:^|\s)(?:si|quand|lorsque|dès que|jusqu['’]à ce que|avant que|sans que)\s?$/iu,
  },
  {
    language: 'fr',
    form: /(?<![\p{L}])(?:à la demande|sur (?:la )?demande|selon|d['’]après|conformément à la demande|(?<assent>avec (?:l['’]accord|l['’]autorisation|la permission)))\s(?:de )?(?:l['’]utilisat(?:eur|rice)|du client)(?![\p{L}])/iu,
  },
  {
    language: 'es',
    form: spaced(
      '(?:el |la )?usuari[oa]|el cliente|la clienta',
      'dijo|dicho|pidió|pide|pedido|quiere|quería|quiso|solicitó|solicita|solicitado|ordenó|exigió|escribió|decidió|decidido|desea|prefiere',
      'aprobó|aprueba|aprobado|aceptó|aceptado|autorizó|autorizado|confirmó|confirmado|permitió|permitido|dio (?:su )?(?:permiso|visto bueno)|de acuerdo',
    ),
    hypothetical: /(?:^|\s)(?:si|cuando|hasta que|antes de que|sin que|una vez que)\s?$/iu,
  },
  {
    language: 'es',
    form: /(?<![\p{L}])(?:a (?:petición|solicitud)|según|por orden|(?<assent>con (?:el permiso|la aprobación|el visto bueno|la autorización)))\s(?:del?|el|la)?\s?(?:usuari[oa]|cliente)(?![\p{L}])/iu,
  },
  {
    language: 'zh',
    form: unspaced(
      '(?:用户|用戶|使用者|客户)(?!名|表|数据|数|组|界面|权限|端|手册|群|目录|ID|id)',
      '说|說|要求|想要|想|希望|请求|請求|表示|决定|決定|指示|告诉|写道|命令',
      '批准|同意|允许|允許|授权|授權|确认|確認|许可|認可|认可',
    ),
    hypothetical: /(?:如果|若|当|當|等待|等|直到|除非|待|未经|需要?|须)\s?$/u,
  },
  {
    language: 'ja',
    form: unspaced(
      '(?:ユーザー?|利用者|お客様)(?!名|ID|数|表|テーブル|インター|一覧|データ|ー名)',
      '言った|言いました|言って|述べ|依頼し|依頼さ|要求し|要求さ|求め|希望し|望ん|望み|指示し|指示さ|頼ん|頼み|書い|決め|要望',
      '(?:承認|許可|同意|了承|承諾)(?!待ち|が必要|を待|まで|後に|すれば|したら|なし)|認め',
    ),
    hypothetical: /もし\s?$/u,
  },
];

/** Every sentence that speaks for the user by name holds one of these: a copy of it is looked at all the same (P28). */
const NAMES_USER = /user|human|customer|client|nutzer|anwender|kunde|utilisat|usuari|用户|用戶|使用者|客户|ユーザ|利用者|お客様|\[inst\]/iu;

/** `/Users/dev/app` is a path, and speaks for nobody. */
const HOME_FOLDER = /[/\\]Users[/\\](?=[\w.-])/g;

export function namesUser(text: string): boolean {
  return NAMES_USER.test(text) && NAMES_USER.test(text.replace(HOME_FOLDER, ''));
}

/** Every sentence that holds one of the forms has one of these. */
export const MAY_ATTRIBUTE = new RegExp(`${NAMES_USER.source}|\\byou(?:r|['’]ve)?\\b`, 'iu');
