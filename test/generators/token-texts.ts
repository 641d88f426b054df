import { codeOf, seeded } from './seeded.ts';

/** Texts of our own for the tokenizer's tests. The same words in each language (C17), and what an agent reads besides. */
export const SAME_TEXT = {
  english:
    'The nightly export has failed since Tuesday, because the schema version in the configuration is one behind. Do not modify anything in production; it is read-only. We agreed that the migration waits for approval.',
  japanese:
    '夜間のエクスポートは火曜日から失敗しています。設定ファイルのスキーマのバージョンが一つ古いためです。本番環境のファイルは読み取り専用なので、絶対に変更しないでください。移行は承認を待つことにしました。',
  chinese:
    '夜间导出任务从星期二开始失败，因为配置文件里的模式版本落后了一个版本。请不要修改生产目录下的任何文件，它们是只读的。我们已经同意，迁移要等到批准之后再进行。',
  korean:
    '야간 내보내기 작업이 화요일부터 실패하고 있습니다. 설정 파일의 스키마 버전이 하나 뒤처져 있기 때문입니다. 운영 환경의 파일은 읽기 전용이므로 절대로 수정하지 마십시오. 이전은 승인을 기다리기로 했습니다.',
  german:
    'Der nächtliche Export schlägt seit Dienstag fehl, weil die Schemaversion in der Konfiguration um eins zurückliegt. Bitte ändern Sie nichts in der Produktion; sie ist schreibgeschützt. Die Umstellung wartet auf die Freigabe.',
  russian:
    'Ночной экспорт не работает со вторника, потому что версия схемы в настройках отстаёт на единицу. Ничего не меняйте в рабочей среде: она только для чтения. Перенос ждёт одобрения.',
  arabic: 'يفشل التصدير الليلي منذ يوم الثلاثاء لأن إصدار المخطط في الإعدادات متأخر بواحد. لا تعدل أي شيء في بيئة الإنتاج، فهي للقراءة فقط.',
  hindi: 'रात का निर्यात मंगलवार से विफल हो रहा है क्योंकि विन्यास में स्कीमा संस्करण एक पीछे है। उत्पादन में कुछ भी न बदलें।',
  thai: 'การส่งออกข้อมูลตอนกลางคืนล้มเหลวตั้งแต่วันอังคาร เพราะเวอร์ชันของสคีมาในการตั้งค่าล้าหลังอยู่หนึ่งรุ่น ห้ามแก้ไขสิ่งใดในระบบจริง',
} as const;

const bytesOf = (random: () => number, count: number): Buffer => Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)));

export const base64Of = (seed: number, characters: number): string =>
  bytesOf(seeded(seed), Math.ceil(characters * 0.75))
    .toString('base64')
    .slice(0, characters);

/** Chinese characters in common use, drawn without punctuation. */
export function chineseOf(seed: number, characters: number): string {
  const random = seeded(seed);
  const common = [...new Set(SAME_TEXT.chinese.replace(/[，。]/gu, ''))];
  return Array.from({ length: characters }, () => common[Math.floor(random() * common.length)]).join('');
}

export const MATERIAL = {
  code: codeOf(seeded(1), 200),
  json: JSON.stringify(
    Array.from({ length: 100 }, (_, index) => ({
      id: index,
      name: `worker${index}`,
      createdAt: '2026-01-05T09:00:00Z',
      tags: ['a', 'b'],
      nested: { ok: true, share: index / 7 },
    })),
    null,
    2,
  ),
  log: Array.from(
    { length: 100 },
    (_, index) =>
      `2026-01-05T09:12:${index % 60}.123Z ERROR [worker-${index}] /srv/app/src/module_${index}.ts:${index * 7}:13 ETIMEDOUT connect 10.0.3.${index}:5432`,
  ).join('\n'),
  listing: Array.from(
    { length: 100 },
    (_, index) =>
      `-rw-r--r--  1 build build ${String(index * 7919).padStart(8)} Jan  5 09:${String(index % 60).padStart(2, '0')} ./src/orders/settle-${index}.test.ts`,
  ).join('\n'),
  base64: base64Of(2, 20_000),
  hashes: Array.from({ length: 50 }, (_, index) => bytesOf(seeded(index), 32).toString('hex')).join('\n'),
} as const;
