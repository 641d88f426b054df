import type { CueClass } from './cue.ts';

/** Scripts without spaces between words: strings that are looked for anywhere in the sentence. */
export interface StringCueRow {
  readonly cueClass: CueClass;
  readonly weight: number;
  readonly source: string;
  /** Parted by spaces. */
  readonly strings: string;
}

export const EAST_ASIAN: readonly StringCueRow[] = [
  {
    cueClass: 'idiom',
    weight: 0,
    source: 'formulae',
    strings:
      'しかった お疲れさま お世話 いつも助か いつもありがとう 大丈夫 すみません 申し訳 かもしれません 楽しみで 没关系 沒關係 没问题 沒問題 不客气 不客氣 不好意思 不错 不錯 对不起 差不多 了不起 好不好 是不是 괜찮아요 괜찮습니다 천만에요 미안해요',
  },
  {
    cueClass: 'prohibition',
    weight: 8,
    source: 'ja: negative requests and bans (Makino & Tsutsui 1986)',
    strings: 'ないでください いけません いけない だめ ダメ 禁止 なりません ないよう 避けて 禁じ 不可 厳禁 嫌い やめて しないで せずに 無用 秘密 内緒 非公開',
  },
  {
    cueClass: 'prohibition',
    weight: 8,
    source: 'zh: negation and bans (Li & Thompson 1981, ch. 12)',
    strings: '不要 不能 不可 不得 不准 不许 不許 不行 禁止 严禁 嚴禁 切勿 请勿 請勿 勿 别再 別再 拒绝 拒絕 保密 过敏 過敏 避免',
  },
  { cueClass: 'prohibition', weight: 8, source: 'ko: negation and bans (Sohn 1999)', strings: '마세요 마십시오 지 마 안 돼 안 됩니다 금지 절대' },
  {
    cueClass: 'negation',
    weight: 3,
    source: 'negation of a statement',
    strings: 'ません ない 不想 不用 不懂 不了 不到 不是 不会 不會 没有 沒有 못 않습니다 없습니다',
  },
  { cueClass: 'negation', weight: 8, source: 'what somebody does not do', strings: 'られません できません 我不 我没 我沒 他不 她不 我们不 我們不 안 먹 못 먹' },
  {
    cueClass: 'date',
    weight: 7,
    source: 'calendar words',
    strings:
      '曜日 午前 午後 月末 週末 来週 明日 周一 周二 周三 周四 周五 周六 周日 星期 上午 下午 月底 下周 下週 明天 월요일 화요일 수요일 목요일 금요일 토요일 일요일 오전 오후 내일',
  },
  {
    cueClass: 'obligation',
    weight: 8,
    source: 'ja: duty and request',
    strings: '必ず なければ なくては べき 必要 てください でください お願いします 絶対 義務 ましょう 必須',
  },
  {
    cueClass: 'obligation',
    weight: 8,
    source: 'zh: duty and request',
    strings: '必须 必須 必需 一定要 应该 應該 应当 應當 需要 务必 務必 请 請 得先 要先 记得 記得',
  },
  { cueClass: 'obligation', weight: 8, source: 'ko: duty and request', strings: '해야 반드시 필요 주세요 십시오 꼭 의무' },
  {
    cueClass: 'condition',
    weight: 8,
    source: 'conditionals and limits',
    strings:
      '場合 たら れば なら まで 以内 以上 以下 までに 限り 如果 若 的话 的話 就改 除非 只要 否则 否則 之前 以前 以内 以後 以后 超过 超過 만약 면 까지 이하 이상 경우',
  },
  { cueClass: 'exception', weight: 7, source: 'focus particles', strings: 'だけ のみ しか 以外 除いて 只有 只能 仅 僅 除了 以外 만 외에' },
  { cueClass: 'permission', weight: 4, source: 'permission', strings: 'てもいい てもよい 許可 可能です 可以 允许 允許 同意 批准 해도 허락 가능' },
  {
    cueClass: 'preference',
    weight: 8,
    source: 'desire',
    strings: 'たいです たい。 ほしい 欲しい 方がいい ほうがいい 好みは 希望 想要 我想 我要 更喜欢 更喜歡 宁可 寧可 最好 싶어요 싶습니다 원합니다 선호',
  },
  { cueClass: 'goal', weight: 8, source: 'purpose', strings: '目標 目的 目标 目標是 为了 為了 목표 위해' },
  {
    cueClass: 'self',
    weight: 8,
    source: 'the first person with a state',
    strings:
      'アレルギー 妊娠 菜食 私は 私の 僕は うちは 住んで 働いて 我是 我的 我在 我有 我对 我對 怀孕 懷孕 吃素 糖尿病 轮椅 輪椅 車椅子 父は 母は 妻は 夫は 息子は 娘は 子供は 我母亲 我父亲 我妈 我爸 我妻子 我丈夫 我儿子 我女儿 我孩子 휠체어 저는 제 알레르기 임신',
  },
  { cueClass: 'decision', weight: 8, source: 'decisions', strings: '決めました 決定 にします 決まり 决定 決定 选 選 就用 就这 就這 확정 결정 하기로' },
  { cueClass: 'rule', weight: 3, source: 'quantifiers', strings: 'いつも 常に 毎 すべて 全て 每 所有 总是 總是 都要 一律 항상 모든 매' },
  {
    cueClass: 'matter',
    weight: 5,
    source: 'money, law, health, work',
    strings: '予算 料金 契約 締め切り 期限 住所 電話 医者 薬 預算 预算 价格 價格 合同 截止 地址 电话 電話 医生 醫生 药 藥 예산 계약 기한 주소 전화 의사 약',
  },
  {
    cueClass: 'small-talk',
    weight: -2,
    source: 'phatic',
    strings:
      'おはよう こんにちは こんばんは ありがとう ね。 面白 楽し 天気 猫 犬 笑 映画 のんびり なるほど を見ました を食べました に行きました 昨日 早上好 你好 您好 谢谢 謝謝 哈哈 天气 天氣 阳光 陽光 好看 好吃 猫 貓 狗 有意思 昨天 太棒 真好 안녕 감사 고마워 하하 ㅋㅋ 날씨 고양이 강아지 재미 어제',
  },
];

/** What makes a question of a choice. */
export const EAST_ASIAN_CHOICES: readonly string[] =
  'ますか ですか でしょうか どちら どれ いつ 何 吗 嗎 还是 還是 哪 几点 幾點 呢 까요 나요 습니까 어느 언제'.split(' ');
