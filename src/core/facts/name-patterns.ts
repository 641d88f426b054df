import { type FactPattern, gated, hexRow, row } from './pattern.ts';

const UNIT =
  '(?:ms|µs|us|ns|s|sec|secs|seconds?|mins?|minutes?|hrs?|hours?|days?|weeks?|[kKMGT]i?B|bytes?|[kKMG]bit/s|[kKMG]B/s|tokens?|characters?|chars|lines?|fps|req/s|rps|ops/s|Hz|[kMG]Hz|°C|x|×|percent|million|thousand|rows/s)';

/** Names and numbers that mean one thing: URLs, ports, hashes, identifiers, versions, numbers with units, paths in records. */
export const NAME_PATTERNS: readonly FactPattern[] = [
  row('url', 'URL', /\b((?:https?|wss?|ftp|ssh|git|postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?|amqp|s3|gs):\/\/[^\s<>"'`)\]}|\\]{3,300})/g),
  row('url', 'git remote', /(?<![\w.@/-])((?:git@)?[\w-]{1,60}\.[a-z]{2,10}:[\w.-]{1,80}\/[\w.-]{1,100}\.git)\b/g, /\.git/),
  ...gated('digit', [
    row('port', 'port', /\b((?:[Pp]ort|PORT)(?: |:|=|: ){1,2}\d{2,5})\b/g),
    row('port', 'address', /(?<![\w.])((?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[::1?\]):\d{2,5})\b/g, /localhost:|\[::1?\]:|\d\.\d{1,3}\.\d/),
    row('port', 'bare port', /(?:^|[\s(`'"])(:(?:[1-9]\d{3,4}|80|443))(?=$|[\s.,;)`'"])/g),
  ]),
  ...gated('hex', [
    row('hash', 'git log --oneline', /^(?:\* )?((?=[a-f]{0,12}\d)[0-9a-f]{7,12}) (?:\([^)]{1,200}\) )?\S/g),
    row(
      'hash',
      'commit',
      /\b(?:[Cc]ommit|HEAD is now at|[Rr]evision|SHA|sha|[Mm]erge:?|[Rr]evert(?:s|ed)?|cherry-pick(?:ed)?)[: ]{1,2}`?((?=[a-f]{0,40}\d)[0-9a-f]{7,40})\b/g,
    ),
    row('hash', 'git range', /(?<![\w.])([0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40})\b/g, /[0-9a-f]\.\./),
    row('hash', 'digest', /\b((?:sha(?:1|256|384|512)|md5|blake3)[:=-][A-Za-z0-9+/]{16,128}={0,2})/g),
    hexRow('hash', 'long hex', 12, /(?<![\w-])(?:0x)?(?=[0-9a-f]{0,64}[a-f])(?=[0-9a-f]{0,64}\d)([0-9a-f]{12,1024})(?![\w-])/g),
    hexRow('hash', 'long hex, upper case', 16, /(?<![\w-])(?:0x)?(?=[0-9A-F]{0,64}[A-F])(?=[0-9A-F]{0,64}\d)([0-9A-F]{16,1024})(?![\w-])/g),
  ]),
  ...gated('digit', [
    hexRow('identifier', 'long number', 18, /(?<![\w.-])(\d{18,1024})(?![\w.])/g),
    row('identifier', 'address', /(?<![\w.])(\d{1,3}(?:\.\d{1,3}){3})(?![\w.]*\d)/g, /\d\.\d{1,3}\.\d/),
  ]),
  ...gated('hex', [row('identifier', 'UUID', /(?<![0-9a-f-])([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9a-f])/gi, /-[0-9a-f]{4}-/i)]),
  ...gated('digit', [
    row('identifier', 'issue', /(?:\b(?:[Ii]ssue|PR|[Pp]ull request|[Ff]ix(?:es|ed)?|[Cc]loses?|[Rr]efs?|[Tt]icket|MR|GH)[- ]|\()(#\d{1,7})\b/g),
    row('identifier', 'ticket', /(?<![\w-])((?!UTF|SHA|ISO|RFC|HTTP|GPT|ES|MD|AES|RSA|IPV|TLS|SSL|BASE|COVID|X)[A-Z][A-Z0-9]{1,9}-\d{1,6})(?![\w-])/g),
    row(
      'identifier',
      'named number',
      /\b((?:seed|pid|PID|id|ID|request[_ ]id|run[_ ]id|build|job|(?<!", )lines?|line number)(?:[:=]| [#:=]?) ?\d{2,20}(?: ?[-–] ?\d{1,9})?)\b/g,
    ),
    row(
      'identifier',
      'prefixed id',
      /(?<![\w-])((?:req|run|msg|job|task|toolu|call|evt|sess|session|org|proj|usr|user|cus|ch|pi|sub|inv|tr|trace|span|i|vol|sg|vpc|subnet|ami|arn:aws)[_-](?=[A-Za-z0-9]{0,40}\d)[A-Za-z0-9]{8,40})\b/g,
    ),
    row('identifier', 'labelled id', /\b((?:ID|id|\w{0,20}(?:Id|_id))["']?[:=] ?["']?(?=[\w-]{0,40}\d)[\w-]{4,60})/g),
    row('identifier', 'custom property', /(?<![\w-])(--[\w-]{1,40}: #[0-9a-f]{3,8})\b/gi),
    hexRow('identifier', 'epoch', 13, /(?<![\w.-])(1[5-9]\d{11})(?![\w.])/g),
    row('identifier', 'location in brackets', /([\w@+.-]{1,80}\.[a-z]{1,5}\(\d{1,7},\d{1,6}\))/g, /\(\d/),
    row('identifier', 'place of an error', /(?:^\s{0,12}(?:└─|-->|╭─\[|❯) ?)([\w./@+-]{1,200}:\d{1,7}(?::\d{1,6})?)/g),
    row('version', 'v1.2.3', /(?<![\w.-])((?:[A-Za-z][\w.+-]{0,40} )?v\d{1,5}\.\d{1,6}(?:\.\d{1,8})?(?:-[\w.]{1,30})?)\b/g),
    row('version', 'name@1.2.3', /(?<!^> )(?<![\w./@-])(@?[a-z][\w./-]{0,80}@\d{1,5}\.\d{1,6}\.\d{1,8}(?:-[\w.]{1,30})?)\b/g, /@\d/),
    row(
      'version',
      'name 1.2.3',
      /(?<![\w./@-])([A-Za-z][\w+-]{1,40}(?: version)?[ =]{1,2}\d{1,5}\.\d{1,6}\.\d{1,8}(?:[-+]?[a-z][\w.]{0,20})?)(?![\w.]*\.\d|\w)/g,
      /\d\.\d{1,6}\.\d/,
    ),
    row('version', 'version 1.2', /\b([Vv]ersion:? \d{1,5}(?:\.\d{1,6}){0,3})\b/g),
    row('quantity', 'labelled measure', /\b([a-z]{1,20}_(?:tokens|ms|seconds|bytes|count|uses|size|total): \d[\d.,]{0,15})/g),
    row('quantity', 'from … to …', /\b(from [1-9][\d,.]{0,15} ?[%A-Za-zµ]{0,10} to \d[\d,.]{0,15}(?: ?(?:%|[A-Za-zµ/]{1,12}))?)/g),
    row('quantity', 'number with unit', new RegExp(`(?<![\\w.,:/#$-])([~≈<>≤≥]?\\d{1,12}(?:[.,]\\d{1,6}){0,3} ?(?:%(?!\\|)|${UNIT}(?![\\w/])))`, 'g')),
    row('quantity', 'file size', /(?<=\s)(\d{1,4}(?:\.\d{1,2})?[KMGT])(?=\s)/g, /\d[KMGT]\s/),
  ]),
  row('path', 'git: mode', /^ (?:create|delete) mode \d{6} (\S.{0,300})/g),
  row('path', 'git: rename', /^ (?:rename|copy) (\S.{0,300}) \(\d{1,3}%\)/g),
  row('path', 'git: diffstat', /^ (\S.{0,200}?) {1,100}\| {1,12}(?:\d{1,7} [+-]{1,80}|Bin )/g),
  row('path', 'git status', /^\t(?:(?:modified|deleted|new file|renamed|copied|both \w{1,10}): {1,10})(\S.{0,300})/g),
  row('path', 'git status: untracked', /^\t([\w.@/+-]{1,300})$/g),
  row('path', 'git status --short', /^(?:[MADRCU?!]{2}|[MADRCU] | [MADRCU]) (\S{1,300})$/g),
  row(
    'path',
    'written to',
    /\b(?:[Ww]rote|[Ww]ritten to|[Ss]aved? (?:to|as)|[Oo]utput(?:ted)? to|[Ee]xported to|[Ll]ocated at|[Ss]tored (?:in|at)|[Mm]oved to|[Gg]enerated|[Dd]ownloaded to|[Cc]reating|[Uu]pdating)[: ]{1,2}[`'"]?((?:[~.]{0,2}\/)?[\w.@+-]{1,80}(?:\/[\w.@+-]{1,100}){1,20}|[\w@+-]{1,80}\.[a-z]{1,5})\b/g,
  ),
  row('path', 'one path updated', /(?:✓|✔) ((?:[~.]{0,2}\/)[\w./@+-]{1,300})/g),
];
