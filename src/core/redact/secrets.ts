import { isSecretValue } from './secret-value.ts';

/** One kind of secret, by the form that its issuer documents. */
export interface SecretRow {
  /** Stands in the replacement: `[redacted:<kind>]`. */
  readonly kind: string;
  readonly source: string;
  /** Literals, one of which stands in every secret of the kind: only there the form is looked for. */
  readonly openings: readonly string[];
  /** Sticky at the opening. The group `secret` is replaced; `kept`, before it, stays. Every quantifier is bounded. */
  readonly form: RegExp;
  /** Sticky: how a secret that is longer than the form's bound goes on. */
  readonly rest: RegExp;
  readonly accepts?: ((secret: string, kept: string) => boolean) | undefined;
}

const WORD = /[\w-]*/y;
const TOKEN68 = /[\w.~+/=-]*/y;

/** Where a word begins; behind an escape, too, as in JSON and in URLs. */
const WORD_START = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrtbf]|\\\\u[\\da-fA-F]{4}|%[\\da-fA-F]{2}))';

/** A key that its own first characters tell. */
function keyRow(kind: string, openings: string, form: string, source: string): SecretRow {
  const pattern = new RegExp(`${WORD_START}(?<kept>)(?<secret>${form})`, 'y');
  return { kind, source, openings: openings.split(' '), form: pattern, rest: WORD };
}

/** A word in the three cases in which names are written. */
function inThreeCases(words: string): readonly string[] {
  return words.split(' ').flatMap((word) => [word, word.slice(0, 1).toUpperCase() + word.slice(1), word.toUpperCase()]);
}

const PASSWORD_NAMES = inThreeCases('password passwd passphrase passwort pwd');
const TOKEN_NAMES = [
  ...inThreeCases('secret token credential apikey api_key api-key accesskey access_key access-key accountkey privatekey private_key private-key'),
  ...inThreeCases('authkey auth_key auth-key signingkey signing_key signing-key encryptionkey encryption_key encryption-key'),
  ...'apiKey ApiKey Api-Key API-Key Api_Key accessKey AccessKey accountKey AccountKey privateKey PrivateKey authKey AuthKey signingKey encryptionKey'.split(
    ' ',
  ),
];

/** What may stand between a telling name and its separator: the rest of the name, closing quotes and brackets. */
const NAME_REST = inThreeCases('key base value access secret token id hex new old prod dev test live').join('|');
const NAME_END = `(?:[_-]?(?:${NAME_REST}|[vV]?\\d{1,2})){0,2}\\\\{0,3}["'\`]?\\]?`;
/** Blanks within a line, as they are and as URLs write them. */
const BLANK = '(?:[ \\t\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]|%(?:20|09|0[aAdD]|[cC]2%[aA]0))';
const SEPARATOR = `${BLANK}{0,64}(?:={1,3}>?|:=?)${BLANK}{0,64}`;
const OPENING_QUOTE = '\\\\{0,3}["\'`]';
/** `&` ends it before the next parameter of a query only. */
const UNQUOTED_CHARACTER = '(?:[^\\s"\'`,;&|<>\\\\)}\\]]|&(?![\\w.%-]{1,60}=))';
const UNQUOTED = `${UNQUOTED_CHARACTER}{1,512}`;
const UNQUOTED_REST = new RegExp(`${UNQUOTED_CHARACTER}*`, 'y');

const QUOTED = '[^\\s"\'`\\\\<>]{1,512}';

/** A value behind a telling name. `(?<=…)` says where a value ends, so that no part of it stays. */
function namedRow(kind: string, names: readonly string[], leastCharacters: number, mayBeDigits: boolean, source: string): SecretRow {
  const name = `(?<kept>(?:${names.join('|')})${NAME_END}`;
  return {
    kind,
    source,
    openings: names,
    form: new RegExp(`${name}${SEPARATOR}(?:${OPENING_QUOTE})?)(?<secret>(?<=["'\`])${QUOTED}|(?<!["'\`])${UNQUOTED})`, 'y'),
    rest: UNQUOTED_REST,
    accepts: (secret, kept) => isSecretValue(secret, { leastCharacters, mayBeDigits, mayBeLetters: /^[A-Z\d_]{3,40}=["'`]?$/.test(kept) }),
  };
}

/**
 * DESIGN §10: what never stands in a text that holdfast makes. Forms as their issuers document them in 2026; where an
 * issuer documents a prefix only, the length is that of the keys it hands out, less some.
 */
export const SECRETS: readonly SecretRow[] = [
  {
    kind: 'private-key',
    source: 'RFC 7468: -----BEGIN … PRIVATE KEY-----, and the armour of OpenPGP (RFC 9580, 6.2)',
    openings: ['-----BEGIN '],
    form: /(?<kept>)(?<secret>-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)/y,
    // The body as it stands in files and in JSON strings, to its end or as far as it was cut.
    rest: /(?:[A-Za-z0-9+/=:,\s\\-]|\.(?=\d))*/y,
  },
  keyRow(
    'api-key',
    'sk-',
    'sk-(?:(?=[\\w-]{0,40}(?:\\d|[A-Za-z0-9]{16}))[\\w-]{16,512}|(?:test|live|ant|proj|or)-(?=[\\w-]{0,20}\\d)[\\w-]{4,512})',
    'OpenAI, Anthropic, OpenRouter, DeepSeek: sk-…, sk-proj-…, sk-ant-api03-…',
  ),
  keyRow('github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', 'gh[pousr]_[A-Za-z0-9]{20,512}', 'GitHub docs, authentication: token formats'),
  keyRow('github-token', 'github_pat_', 'github_pat_\\w{22,512}', 'GitHub docs, authentication: fine-grained personal access tokens'),
  keyRow(
    'gitlab-token',
    'glpat- gldt- glrt- glptt- glcbt- glft- glsoat- glagent- gloas- glimt-',
    'gl[a-z]{2,5}-[\\w-]{20,512}',
    'GitLab docs, security: token prefixes',
  ),
  keyRow('slack-token', 'xox xapp-', '(?:xox[a-z]|xapp)-(?=[\\w-]{0,40}\\d)[\\w-]{10,512}', 'Slack docs, authentication: token types'),
  keyRow(
    'slack-webhook',
    'hooks.slack.com/',
    'hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w/-]{20,256}',
    'Slack docs: incoming webhooks hold a secret',
  ),
  keyRow('aws-key', 'AKIA ASIA ABIA ACCA', 'A(?:KI|SI|BI|CC)A[A-Z2-7]{16}(?![A-Za-z0-9])', 'AWS IAM docs: identifiers, unique ID prefixes'),
  keyRow('google-key', 'AIza', 'AIza[\\w-]{35}(?![\\w-])', 'Google Cloud docs: API keys'),
  keyRow('google-token', 'ya29. GOCSPX-', '(?:ya29\\.|GOCSPX-)[\\w-]{20,512}', 'Google identity docs: OAuth 2.0 access tokens and client secrets'),
  keyRow('npm-token', 'npm_', 'npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])', 'npm docs: access tokens'),
  // Ours are `hf_` and exactly 20 of base32.
  keyRow('huggingface-token', 'hf_', 'hf_[A-Za-z0-9]{30,64}(?![A-Za-z0-9])', 'Hugging Face docs: user access tokens'),
  keyRow('stripe-key', 'sk_live_ sk_test_ rk_live_ rk_test_', '[sr]k_(?:live|test)_[A-Za-z0-9]{10,256}', 'Stripe docs: API keys'),
  keyRow('webhook-secret', 'whsec_', 'whsec_[A-Za-z0-9+/]{16,256}', 'Stripe and Standard Webhooks: signing secrets'),
  keyRow('twilio-key', 'SK', 'SK[0-9a-f]{32}(?![A-Za-z0-9])', 'Twilio docs: API keys, SID'),
  keyRow('sendgrid-key', 'SG.', 'SG\\.[\\w-]{16,64}\\.[\\w-]{16,128}', 'SendGrid docs: API keys'),
  keyRow('digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', 'do[opr]_v1_[0-9a-f]{64}', 'DigitalOcean docs: token prefixes'),
  keyRow('docker-token', 'dckr_pat_ dckr_oat_', 'dckr_[po]at_[\\w-]{20,128}', 'Docker docs: access tokens'),
  keyRow('pypi-token', 'pypi-AgE', 'pypi-AgE[\\w-]{50,512}', 'PyPI help: API tokens (macaroons)'),
  keyRow('vault-token', 'hvs. hvb. hvr.', 'hv[sbr]\\.[\\w-]{20,512}', 'HashiCorp Vault docs: token prefixes'),
  keyRow('shopify-token', 'shpat_ shpca_ shppa_ shpss_', 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}', 'Shopify docs: access tokens'),
  keyRow('atlassian-token', 'ATATT3 ATCTT3', 'AT[AC]TT3[\\w=-]{40,512}', 'Atlassian docs: API tokens'),
  keyRow('groq-key', 'gsk_', 'gsk_[A-Za-z0-9]{30,128}', 'Groq console: API keys'),
  keyRow('xai-key', 'xai-', 'xai-[A-Za-z0-9]{40,128}', 'xAI docs: API keys'),
  keyRow('age-key', 'AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1[A-Z0-9]{50,64}', 'age specification: identities'),
  {
    kind: 'jwt',
    source: 'RFC 7519, RFC 7516: parts of base64url, the first an object',
    openings: ['eyJ'],
    form: /(?:(?<![\w.-])|(?<=\\[nrt]|%[\da-fA-F]{2}))(?<kept>)(?<secret>eyJ[\w-]{8,2048}\.(?=[\w-]{8})[\w-]{8,2048})/y,
    rest: /[\w.-]*/y,
  },
  {
    kind: 'authorization',
    source: 'RFC 9110, 11.6.2; RFC 6750; RFC 7617',
    openings: inThreeCases('authorization'),
    form: new RegExp(
      `(?<kept>[A-Za-z]{13}\\\\{0,3}["'\`]?\\]?${BLANK}{0,64}[:=]${BLANK}{0,64}\\\\{0,3}["'\`]?[A-Za-z]{3,16}${BLANK}{1,64})(?<secret>[\\w.~+/=-]{6,512})`,
      'y',
    ),
    rest: TOKEN68,
    accepts: (secret) => isSecretValue(secret, { leastCharacters: 6, mayBeDigits: true, mayBeLetters: !/^[a-z-]{1,24}$/.test(secret) }),
  },
  {
    kind: 'authorization',
    source: 'RFC 6750, 2.1, where the header is not named',
    openings: inThreeCases('bearer'),
    form: new RegExp(`(?<![A-Za-z])(?<kept>[A-Za-z]{6}${BLANK}{1,64})(?<secret>[\\w.~+/=-]{12,512})`, 'y'),
    rest: TOKEN68,
    accepts: (secret) => isSecretValue(secret, { leastCharacters: 12 }),
  },
  {
    kind: 'url-password',
    source: 'RFC 3986, 3.2.1: userinfo',
    openings: ['://'],
    form: /(?<kept>:\/\/(?:\[redacted:[a-z-]{1,30}\]|[^\s/?#@:"'`<>[\]]){0,128}:)(?<secret>[^\s/?#@"'`<>[\]]{1,256})(?=@[\w.[-])/y,
    rest: /(?:)/y,
    accepts: (secret) => !/^[$%{*]/.test(secret),
  },
  {
    kind: 'url-token',
    source: 'RFC 3986, 3.2.1: a token as the user',
    openings: ['://'],
    form: /(?<kept>:\/\/)(?<secret>[^\s/?#@:"'`<>[\]]{20,256})(?=@[\w.[-])/y,
    rest: /(?:)/y,
    accepts: (secret) => isSecretValue(secret, { leastCharacters: 20 }),
  },
  namedRow('password', PASSWORD_NAMES, 6, true, 'a name that tells: NAME=value, name: value, "name": "value"'),
  namedRow('secret', TOKEN_NAMES, 8, false, 'a name that tells, as above'),
  {
    kind: 'password',
    source: 'options of programs: --password VALUE, --token VALUE',
    openings: ['--password', '--passwd', '--passphrase', '--token', '--secret', '--api-key', '--apikey', '--access-token', '--auth-token', '--client-secret'],
    form: new RegExp(`(?<kept>--[a-z-]{5,14}${BLANK}{1,64}["']?)(?<secret>[^\\s"'\`,;&|<>\\\\)}\\]]{1,512})`, 'y'),
    rest: UNQUOTED_REST,
    accepts: (secret) => !secret.startsWith('-') && isSecretValue(secret, { leastCharacters: 6, mayBeLetters: true }),
  },
  {
    kind: 'password',
    source: 'curl -u user:password',
    openings: ['-u ', '--user '],
    form: new RegExp(`(?<![\\w-])(?<kept>--?u(?:ser)?${BLANK}{1,64}["']?[\\w.@+-]{1,64}:)(?<secret>[^\\s"'\`]{1,256})`, 'y'),
    rest: /[^\s"'`]*/y,
    accepts: (secret) => isSecretValue(secret, { leastCharacters: 6 }),
  },
];
