/** Who is meant by the user, and the verbs that put something into the user's mouth (C08, P28). */
export const USER_NOUNS = 'user|users|human|customer|client';

/** What is said to be said: its content must stand in a text of the user. */
export const SPEECH =
  'said|says|asked|asks|requested|requests|wants|wanted|want|wishes|wished|told|tells|stated|states|instructed|instructs|ordered|demanded|demands|insisted|insists|mentioned|mentions|wrote|writes|replied|answered|answers|explained|explains|reported|reports|complained|noted|notes|prefers|preferred|decided|decides|chose|chooses|needs|needed|expects|expected|suggested|suggests|proposed|proposes|specified|specifies|clarified|clarifies|emphasized|emphasised|announced|claimed|claims|cancelled|canceled|declared|likes|forbade|forbids|refused|rejected|declined|denied|warned|reminded|would like|would rather|asks for|is asking|is requesting|finds|considers|thinks|argues|believes|feels|blames|would|is fine with|is okay with|is happy with|opted|opts|requires|wonders|worries|insisted on|leaves|calls for|called for|supplied|raised|picked|settled on|ruled out|objects|objected|complains';

/** What is said to be agreed to: the user must have said yes. */
export const ASSENT =
  'approved|approves|authorized|authorised|authorizes|granted|grants|allowed|allows|permitted|permits|confirmed|confirms|consented|consents|agreed|agrees|accepted|accepts|signed off|gave permission|gave consent|gave approval|gave the go-ahead|okayed|acknowledged|acknowledges|has given|gave|given|gave leave';

/** Nouns of speech after `user's`. */
export const SPEECH_NOUNS = 'request|instruction|instructions|wish|wishes|demand|decision';
export const ASSENT_NOUNS = 'approval|consent|permission|authorization|authorisation|agreement|confirmation|go-ahead|blessing|sign-off';

/** Words with which a user says yes. */
export const YES =
  /\b(?:yes|yep|yeah|ok|okay|sure|approved?|agree[ds]?|go ahead|do it|please do|confirm(?:ed)?|fine|sounds good|lgtm|granted|consent(?:ed)?|accept(?:ed)?|authori[sz]ed?|allow(?:ed)?|permit(?:ted)?|may|can|proceed|go for it|ship it|correct|right|perfect|great|good|please|let's|fair|ja|jawohl|gerne?|genehmigt|einverstanden|oui|d['’]accord|sí|claro|vale|de acuerdo)(?![\p{L}])|好|是的|可以|同意|批准|はい|了解|お願い|承認|いいです/iu;

/** Words that take an assent back: a yes beside them is none. */
export const NO = /\b(?:no|not|don't|do not|never|stop|wait|nope|cancel|refuse|reject(?:ed)?|without|unless)\b/i;

/** How an answer of yes opens. */
export const YES_OPENING =
  /^\W{0,3}(?:yes|yep|yeah|yup|ok|okay|sure|go ahead|do it|please do|approved|agreed|confirmed|fine|good|great|sounds good|lgtm|let's|exactly|correct|ja|jawohl|gerne?|einverstanden|genehmigt|oui|d['’]accord|sí|claro|vale|de acuerdo)(?![\p{L}])|^[^\p{L}]{0,3}(?:好|是的|可以|同意|批准|はい|了解|お願い|承認|いいです)/iu;

/** How an answer opens, whatever it says. */
export const ANSWERING =
  /^\W{0,3}(?:yes|yep|yeah|yup|ok|okay|sure|go ahead|do it|please do|approved|agreed|confirmed|fine|good|great|sounds good|lgtm|let's|exactly|correct|no|nope|not yet|never|don't|then|instead|rather|right)\b/i;

/** Words that stand for what the text before spoke of. */
export const POINTING_BACK = /\b(?:that|this|those|these|it|them|there|then|ones?|both|neither|latter|former|same)\b/i;
