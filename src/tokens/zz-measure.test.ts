import { it } from 'vitest';
import { estimateCounter } from './estimate-counter.ts';
import { o200kCounter } from './o200k-counter.ts';
import { codeOf, seeded } from '../../test/generators/seeded.ts';
it('m', () => {
  const r = seeded(1); const rand = (lo:number, hi:number, n:number)=>Array.from({length:n},()=>String.fromCodePoint(lo+Math.floor(r()*(hi-lo+1)))).join('');
  const T: Record<string,string> = {
    en: 'The nightly export has failed since Tuesday, because the schema version in the configuration is one behind. Do not modify anything under /etc/prod; it is read-only. We agreed that the migration waits for approval. ',
    ja: '夜間のエクスポートは火曜日から失敗しています。設定ファイルのスキーマのバージョンが一つ古いためです。本番環境のファイルは読み取り専用なので、絶対に変更しないでください。移行は承認を待つことにしました。',
    zh: '夜间导出任务从星期二开始失败，因为配置文件里的模式版本落后了一个版本。请不要修改生产目录下的任何文件，它们是只读的。我们已经同意，迁移要等到批准之后再进行。',
    zhtw: '夜間匯出工作從星期二開始失敗，因為設定檔裡的結構版本落後了一版。請勿修改正式環境目錄下的任何檔案。',
    kata: 'サーバーノエラーログヲカクニンシテクダサイデータベースセツゾクプール',
    hira: 'それはまだおわっていませんのでしばらくおまちくださいますようおねがいいたします',
    ko: '야간 내보내기 작업이 화요일부터 실패하고 있습니다. 설정 파일의 스키마 버전이 하나 뒤처져 있기 때문입니다. 운영 환경의 파일은 읽기 전용이므로 절대로 수정하지 마십시오.',
    ru: 'Ночной экспорт не работает со вторника, потому что версия схемы в настройках отстаёт на единицу. Ничего не меняйте в рабочем каталоге.',
    de: 'Der nächtliche Export schlägt seit Dienstag fehl, weil die Schemaversion in der Konfiguration um eins zurückliegt. Bitte ändern Sie nichts unter dem Produktionsverzeichnis.',
    ar: 'يفشل التصدير الليلي منذ يوم الثلاثاء لأن إصدار المخطط في الإعدادات متأخر بواحد. لا تعدل أي شيء في بيئة الإنتاج.',
    th: 'การส่งออกข้อมูลตอนกลางคืนล้มเหลวตั้งแต่วันอังคาร เพราะเวอร์ชันของสคีมาในการตั้งค่าล้าหลังอยู่หนึ่งรุ่น',
    hi: 'रात का निर्यात मंगलवार से विफल हो रहा है क्योंकि विन्यास में स्कीमा संस्करण एक पीछे है। उत्पादन में कुछ भी न बदलें।',
    emoji: '📥🚀🔥✅❌⚠️👍🏽👨‍👩‍👧🇯🇵🎉🐛💾🧪🛠️',
    flags:'🇯🇵🇩🇪🇧🇷🇰🇷', zwj:'👨‍👩‍👧‍👦🏳️‍🌈👩🏽‍💻',
    code: codeOf(r, 200),
    b64: Buffer.from(Array.from({length:20000},()=>Math.floor(r()*256))).toString('base64'),
    hex: Buffer.from(Array.from({length:20000},()=>Math.floor(r()*256))).toString('hex'),
    json: JSON.stringify(Array.from({length:100},(_,i)=>({id:i,name:'worker'+i,createdAt:'2026-01-05T09:00:00Z',tags:['a','b'],nested:{ok:true,value:r()}})),null,2),
    log: Array.from({length:100},(_,i)=>`2026-01-05T09:12:${i%60}.123Z ERROR [worker-${i}] /srv/app/src/module_${i}.ts:${i*7}:13 ETIMEDOUT connect 10.0.3.${i}:5432`).join('\n'),
    a: 'a'.repeat(20000), sp: ' '.repeat(20000), lower: rand(97,122,20000),
    hanRand: rand(0x4e00,0x9fff,5000), hanA: rand(0x3400,0x4dbf,2000), hanB: rand(0x20000,0x2a6df,2000),
    hangulRand: rand(0xac00,0xd7a3,5000), hiraRand: rand(0x3041,0x3096,2000), kataRand: rand(0x30a1,0x30fa,2000), emojiRand: rand(0x1f300,0x1f64f,2000), emoji2: rand(0x1f900,0x1f9ff,2000), half: rand(0xff66,0xff9d,1000), full: rand(0xff01,0xff5e,1000), box: '─│┌┐└┘├┤'.repeat(100), math: '∀∃∈∉∑∏√∞≤≥'.repeat(50), lone: '\ud800'.repeat(100), tibet: 'བོད་སྐད་', amh:'ሰላም ለዓለም', bars:'█▓▒░'.repeat(50)
  };
  const e = estimateCounter(), o = o200kCounter();
  for (const [k, v] of Object.entries(T)) { const t=o.count(v), s=e.count(v); console.log(k.padEnd(10), String([...v].length).padStart(6), String(t).padStart(6), String(s).padStart(6), (s/t).toFixed(2), 'tok/cp', (t/[...v].length).toFixed(2)); }
});
