/** Characters of a value that are judged; what a secret is shows in its beginning. */
const JUDGED_CHARACTERS = 512;
/** Fewer different characters are a placeholder: `xxxxxxxx`, `********`. */
const LEAST_DIFFERENT_CHARACTERS = 4;

/** Values that name a secret and hold none: variables, templates, code that fetches it, types, paths, hashes, words of examples. */
const NOT_A_SECRET: readonly RegExp[] = [
  /^[$<{[(%*&@#]/, // `$TOKEN`, `<token>`, `{{ token }}`, `%s`, `[redacted:…]`
  /^\.{2,3}|…/,
  /[(){}]/, // a call or a template
  /^[A-Za-z_]\w{0,63}(?:\??\.[A-Za-z_]\w{0,63}){1,6}$/, // `process.env.TOKEN`, `this.token`
  /^[A-Za-z_]\w{0,63}\[/,
  /^(?:~|\.{1,2})?\/[\w.@-]{1,200}\//, // a path
  /^sha\d{1,3}[:-]/i,
  /^(?:your|my|some|the|any|an?|example|sample|dummy|fake|change|insert|replace|redacted|hidden|none|null|undefined|true|false|string|number|boolean)(?:[_\-.\s]|$)/i,
  /(?:^|[^A-Za-z0-9])hf_[a-z2-7]{20}(?![A-Za-z0-9])/, // an archive handle of ours
];

export interface Telling {
  /** Fewer characters are no secret. */
  readonly leastCharacters: number;
  /** Letters alone may be one: where what stands there is a value and cannot be a name in code. */
  readonly mayBeLetters?: boolean;
  /** Digits alone may be one. */
  readonly mayBeDigits?: boolean;
}

/** Whether a value behind a telling name is a secret, by its characters: of some variety, and not a name, type, path or template. */
export function isSecretValue(value: string, { leastCharacters, mayBeLetters = false, mayBeDigits = false }: Telling): boolean {
  const head = value.slice(0, JUDGED_CHARACTERS);
  if (head.length < leastCharacters || NOT_A_SECRET.some((form) => form.test(head))) return false;
  if (new Set(head).size < LEAST_DIFFERENT_CHARACTERS) return false;
  const hasLetter = /\p{L}/u.test(head);
  const hasDigit = /\d/.test(head);
  if (hasLetter && hasDigit) return true;
  if (hasDigit) return mayBeDigits || /[^\d\s.,:;/_%+-]/.test(head);
  return mayBeLetters || /[!@#$%^&*+=~]/.test(head);
}
