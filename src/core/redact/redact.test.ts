import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/properties/compacting.ts';
import { holdsSecret, redact, redactHead } from './redact.ts';
import { redactValue } from './redact-value.ts';
import { SECRETS } from './secrets.ts';

/** Made up, and put together at run time, so that no scanner of secrets takes this file for a leak. */
const letters = (count: number): string => 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8z'.repeat(20).slice(0, count);
const hex = (count: number): string => '0f3a9c5d7e1b2846'.repeat(20).slice(0, count);
const upper = (count: number): string => 'QWERTZUIOP234567ASDF'.repeat(20).slice(0, count);
const joined = (...parts: readonly string[]): string => parts.join('');

const KEYS: readonly (readonly [kind: string, secret: string])[] = [
  ['api-key', joined('sk', '-', letters(48))],
  ['api-key', joined('sk', '-test-', '0'.repeat(24))],
  ['api-key', joined('sk', '-ant-api03-', letters(80), '-', letters(6), 'AA')],
  ['api-key', joined('sk', '-proj-', letters(40), '_', letters(40))],
  ['github-token', joined('gh', 'p_', letters(36))],
  ['github-token', joined('gh', 's_', letters(36))],
  ['github-token', joined('github', '_pat_', letters(22), '_', letters(59))],
  ['gitlab-token', joined('gl', 'pat-', letters(20))],
  ['slack-token', joined('xo', 'xb-', '1234567890-1234567890-', letters(24))],
  ['slack-webhook', joined('hooks.slack', '.com/services/T0', upper(8), '/B0', upper(8), '/', letters(24))],
  ['aws-key', joined('AK', 'IA', upper(16))],
  ['google-key', joined('AI', 'za', letters(35))],
  ['google-token', joined('ya', '29.', letters(60))],
  ['npm-token', joined('np', 'm_', letters(36))],
  ['huggingface-token', joined('h', 'f_', letters(34))],
  ['stripe-key', joined('sk', '_live_', letters(24))],
  ['webhook-secret', joined('wh', 'sec_', letters(32))],
  ['twilio-key', joined('S', 'K', hex(32))],
  ['sendgrid-key', joined('S', 'G.', letters(22), '.', letters(43))],
  ['digitalocean-token', joined('dop', '_v1_', hex(64))],
  ['docker-token', joined('dckr', '_pat_', letters(27))],
  ['pypi-token', joined('pypi', '-AgE', letters(120))],
  ['vault-token', joined('hv', 's.', letters(24))],
  ['shopify-token', joined('shp', 'at_', hex(32))],
  ['atlassian-token', joined('ATA', 'TT3', letters(120))],
  ['groq-key', joined('gs', 'k_', letters(52))],
  ['xai-key', joined('xa', 'i-', letters(80))],
  ['age-key', joined('AGE-SECRET', '-KEY-1', upper(58))],
  ['jwt', joined('ey', 'JhbGciOiJIUzI1NiJ9', '.', 'ey', letters(60), '.', letters(43))],
];

/** What is left, what is taken out, and by which kind. */
const NAMED: readonly (readonly [kind: string, before: string, secret: string, after: string])[] = [
  ['url-password', 'DATABASE_URL=postgres://app:', 'hunter2hunter2', '@db/x'],
  ['url-password', 'redis://:', 'pa55word', '@cache:6379/0'],
  ['url-password', 'amqp://guest:', 'guest', '@localhost'],
  ['url-token', 'git clone https://', joined('oauth2', letters(24)), '@example.org/a.git'],
  ['password', 'PASSWORD=', 'correcthorse', ''],
  ['password', 'export DB_PASSWORD="', 'tr0ub4dor', '"'],
  ['password', '"password": "', 'tr0ub4dor&3', '", "user": "a"'],
  ['password', '{\\"password\\":\\"', 'tr0ub4dor', '\\"}'],
  ['password', 'password: ', '12345678', '\nuser: a'],
  ['password', 'Server=db;Pwd=', 'S3cr3t!pw', ';Timeout=5'],
  ['secret', 'api_key: "', letters(20), '"'],
  ['secret', "apiKey = '", letters(20), "'"],
  ['secret', 'AWS_SECRET_ACCESS_KEY=', letters(40), '\n'],
  ['secret', 'SECRET_KEY_BASE=', hex(64), ''],
  ['secret', 'https://api.example.org/v1?access_token=', hex(24), '&page=2'],
  ['secret', 'X-Api-Key: ', hex(32), '\r\n'],
  ['secret', 'env["CLIENT_SECRET"] = "', letters(24), '"'],
  ['secret', 'AccountKey=', `${letters(86)}==`, ';EndpointSuffix=core'],
  ['authorization', 'Authorization: Bearer ', letters(30), ''],
  ['authorization', 'Authorization: Basic ', 'YXBwOmh1bnRlcjJodW50ZXIy', ''],
  ['authorization', '-H "authorization: token ', hex(40), '" https://example.org'],
  ['authorization', 'send Bearer ', letters(30), ' with it'],
  ['password', 'deploy --password ', 'tr0ub4dor', ' --host a'],
  ['password', 'curl -u admin:', 'tr0ub4dor', ' https://example.org'],
];

const ORDINARY: readonly string[] = [
  'commit 4f2a9c1d7e3b5f6081a2c3d4e5f60718293a4b5c\nAuthor: A <a@example.org>',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'integrity: sha512-AbC1dEf2GhI3jKl4MnO5pQr6StU7vWx8YzA9bCd0EfG1hIj2KlM3nOp4QrS5tUv6WxY7zAb8Cd9Ef0Gh1Ij2Kl==',
  'id: 550e8400-e29b-41d4-a716-446655440000',
  `data:image/png;base64,${Buffer.from(Array.from({ length: 900 }, (_, index) => (index * 7919 + (index >> 3)) & 255)).toString('base64')}`,
  '[EVICTED:exchange@t4:recover=hf_abcdefghij234567klmn:tokens=120] Read src/a.ts',
  'recall hf_abcdefghij234567klmn, then hf_234567abcdefghijklmn.',
  'token: hf_abcdefghij234567klmn',
  'max_tokens: 4096, input_tokens=128000, tokenizer: "o200k_base", total_token_count: 12345678',
  'const token = req.headers.authorization; const secret = process.env.SECRET_KEY;',
  'password: z.string().min(8), token: string, apiKey?: string | undefined',
  'PASSWORD=$DB_PASSWORD API_KEY=$' + '{API_KEY} token: <your-token> secret: {{ secret }} password=********',
  'export default { password: "Password must be at least 8 characters" }',
  'postgres://$USER:$PASSWORD@db/x and postgres://localhost:5432/app and http://localhost:3000/@scope/a',
  'at file:///app/src/index.js:10:5 (see https://example.org/a?b=c#d)',
  'npm_config_registry=https://packages.example.org npm_lifecycle_event=test npm_package_json=/w/package.json',
  'class="sk-folding-cube sk-cube-grid-large" task-1234567890123456 risk-assessment-of-2024-q3-report',
  'PWD=/home/app/src OLDPWD=/home/app/other',
  'The bearer authentication scheme: Authorization: Bearer <token>; Authorization: Bearer $TOKEN',
  'docker run -u 1000:1000 image; chown -R app:app /srv',
  'if (token === null || secret == undefined) throw new Error("no token: sign in first")',
];

describe('DESIGN §10, P26: redaction', () => {
  it.each(KEYS)('P26: a %s is taken out of prose, JSON, shell and URLs', (kind, secret) => {
    for (const [before, after] of [
      ['use ', ' for it.'],
      ['{"note":"', '"}'],
      ['line\\n', '\\nline'],
      ["--header='", "'"],
      ['(', ')'],
    ]) {
      expect(redact(`${before}${secret}${after}`)).toBe(`${before}[redacted:${kind}]${after}`);
      expect(holdsSecret(`${before}${secret}${after}`)).toBe(true);
    }
  });

  it.each(NAMED)('P26: a value that its place tells (%s) goes, and the place stays: %s', (kind, before, secret, after) => {
    expect(redact(`${before}${secret}${after}`)).toBe(`${before}[redacted:${kind}]${after}`);
  });

  const ESCAPE = String.fromCharCode(27);
  const HIDDEN = [
    '\u200b',
    '\u200d\u2060',
    '\u00ad',
    '\ufeff',
    '\u202e',
    '\ufe0f',
    '\u0007',
    '\u{e0041}',
    `${ESCAPE}[31m`,
    `${ESCAPE}[1;38;5;208m`,
    `${ESCAPE}[K`,
    `${ESCAPE}(B`,
    `${ESCAPE}[200~`,
    `${ESCAPE}[>4m`,
    `${ESCAPE}]8;;${ESCAPE}\\`,
  ];
  const partsOf = (secret: string): readonly string[] => Array.from({ length: Math.max(0, secret.length - 5) }, (_, at) => secret.slice(at, at + 6));
  it.each(HIDDEN.map((hidden) => [JSON.stringify(hidden), hidden]))('P26: %s within a secret, or where it begins, hides none of it', (_name, hidden) => {
    const made = [...KEYS.map(([, secret]) => ['use: ', secret, ' .']), ...NAMED.map(([, before, secret, after]) => [before, secret, after])];
    for (const [before = '', secret = '', after = ''] of made) {
      for (let at = 0; at <= secret.length; at += at < 4 ? 1 : 9) {
        const text = `${before}${secret.slice(0, at)}${hidden}${secret.slice(at)}${after}`;
        const shown = redact(text).replaceAll(hidden, '');
        const left = shown.replace(before, '').replace(/\[redacted:[a-z-]+\]/g, '');
        expect(shown, text).toContain('[redacted:');
        expect(
          partsOf(secret).filter((part) => left.includes(part)),
          text,
        ).toEqual([]);
        expect(redactHead(text, 40)).toBe(redact(text).slice(0, 40));
      }
    }
    expect(redact(`a word${hidden}, and another`)).toBe(`a word${hidden}, and another`);
  });

  it.each([['\u00a0'], ['\u3000'], [' '.repeat(60)], ['\u2009\u202f']])('P26: %j between a name and its value hides nothing', (blank) => {
    for (const text of [
      `password:${blank}tr0ub4dor`,
      `PASSWORD${blank}=${blank}tr0ub4dor`,
      `--token${blank}tr0ub4dor`,
      `Authorization:${blank}Bearer${blank}${letters(30)}`,
    ])
      expect(redact(text)).toMatch(/\[redacted:[a-z]+\]$/);
  });

  it('P26: a private key goes whole, in a file, in JSON, and where its end was cut', () => {
    const body = Array.from({ length: 4 }, () => letters(64));
    const [begin, end] = [joined('-----BEGIN ', 'RSA PRIVATE KEY-----'), joined('-----END ', 'RSA PRIVATE KEY-----')];
    expect(redact(`key:\n${[begin, ...body, end].join('\n')}\n.`)).toBe('key:\n[redacted:private-key].');
    expect(redact(JSON.stringify({ key: [begin, ...body, end].join('\n') }))).toBe('{"key":"[redacted:private-key]"}');
    expect(redact([begin, ...body].join('\n'))).toBe('[redacted:private-key]');
  });

  it.each(ORDINARY.map((text) => [text.slice(0, 60), text]))('no false alarm: %s', (_name, text) => {
    expect(redact(text)).toBe(text);
    expect(holdsSecret(text)).toBe(false);
  });

  it('P26: a user that is itself a secret goes with its password', () => {
    const user = joined('gh', 'p_', letters(36));
    expect(redact(`https://${user}:x-oauth-basic@example.org`)).toBe('https://[redacted:github-token]:[redacted:url-password]@example.org');
  });

  it('every row of the table fires on a made-up secret of its kind', () => {
    const kinds = new Set([...KEYS.map(([kind]) => kind), ...NAMED.map(([kind]) => kind), 'private-key']);
    expect([...new Set(SECRETS.map((row) => row.kind))].filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it.each([
    [
      'a value that reads as code for the key at its end',
      `Authorization: Bearer ${joined('aB3dE5gH7jK9mN1', 'pQ2sT4vW6xY8zaB')}ya29.${joined('AKIA', 'QWERTZUIOP234567')}`,
    ],
    [
      'a value that reads as a call for the password behind it',
      `SECRET_KEY_BASE=${joined('0f3a9c5d', '7e1b2846')}amqp://guest:guest@localhost{\\"password\\":\\"${joined('tr0ub', '4dor')}\\"}`,
    ],
  ])('P26: a secret that shows once another is gone goes, too: %s', (_name, text) => {
    expect(redact(redact(text))).toBe(redact(text));
    expect(holdsSecret(redact(text))).toBe(false);
  });

  it('redacting again changes nothing, and what is redacted holds no secret', () => {
    const piece = fc.oneof(
      fc.constantFrom(...KEYS.map(([, secret]) => secret), ...NAMED.map(([, before, secret, after]) => before + secret + after), ...ORDINARY),
      fc.constantFrom(...SECRETS.flatMap((row) => row.openings), '[redacted:password]', '@', ':', '=', ' ', '"', '\n', 'a1b2c3d4e5', '://a:b@c'),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(...HIDDEN),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const once = redact(pieces.join(''));
        expect(redact(once)).toBe(once);
        expect(holdsSecret(once)).toBe(false);
      }),
      runsOf(500),
    );
  });

  it('a head is that of the redacted text: no secret is cut before it is known', () => {
    const piece = fc.oneof(
      fc.constantFrom(...KEYS.map(([, secret]) => ` ${secret} `), ...NAMED.map(([, before, secret, after]) => ` ${before}${secret}${after} `)),
      fc.string({ maxLength: 60 }),
      fc.constantFrom(...HIDDEN),
      fc.nat(300).map((count) => ' '.repeat(count)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.nat(600), (pieces, length) => {
        const text = pieces.join('');
        expect(redactHead(text, length)).toBe(redact(text).slice(0, length));
      }),
      runsOf(300),
    );
  });

  it.each([1e6])('hostile text of %d characters ends', (size) => {
    const openings = SECRETS.flatMap((row) => row.openings.slice(0, 1));
    for (const part of [
      'a',
      '漢',
      ' ',
      '\n',
      'eyJaaaaaaaa.',
      '://a:b@c',
      'token="',
      'token: aaaaaaaa ',
      '\u200b',
      `${ESCAPE}[31m`,
      'to\u200bken=',
      ...openings,
    ]) {
      const text = part.repeat(Math.ceil(size / part.length));
      expect(redactHead(text, 10).length).toBe(10);
      expect(redact(text).length).toBeGreaterThan(0);
    }
  });

  it('a JSON value is redacted text by text, by what the text is called, too; one without secrets is itself', () => {
    const key = joined('sk', '-test-', '0'.repeat(20));
    expect(redactValue({ note: `use ${key}`, password: 'tr0ub4dor', list: [1, null, { url: 'x://a:b12@c' }], path: 'src/a.ts' })).toEqual({
      note: 'use [redacted:api-key]',
      password: '[redacted:password]',
      list: [1, null, { url: 'x://a:[redacted:url-password]@c' }],
      path: 'src/a.ts',
    });
    const plain = { command: 'npm test', edits: [{ old: 'a', new: 'b' }] };
    expect(redactValue(plain)).toBe(plain);
  });
});
