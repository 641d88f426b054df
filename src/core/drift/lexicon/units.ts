/** Units of one dimension can be compared: `factor` is their size in the dimension's first unit. */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
}

const ROWS: readonly (readonly [dimension: string, factor: number, words: string])[] = [
  ['time', 0.001, 'ms msec millisecond milliseconds'],
  ['time', 0.000001, 'us µs microsecond microseconds'],
  ['time', 1, 's sec secs second seconds'],
  ['time', 60, 'min mins minute minutes'],
  ['time', 3600, 'h hr hrs hour hours'],
  ['time', 86400, 'day days d'],
  ['time', 604800, 'week weeks'],
  ['month', 1, 'month months'],
  ['month', 3, 'quarter quarters'],
  ['month', 12, 'year years yr yrs'],
  ['bytes', 1, 'b byte bytes'],
  ['bytes', 1e3, 'kb kilobyte kilobytes'],
  ['bytes', 1024, 'kib'],
  ['bytes', 1e6, 'mb megabyte megabytes'],
  ['bytes', 1048576, 'mib'],
  ['bytes', 1e9, 'gb gigabyte gigabytes'],
  ['bytes', 1073741824, 'gib'],
  ['bytes', 1e12, 'tb terabyte terabytes'],
  ['mass', 1, 'g gram grams'],
  ['mass', 0.001, 'mg milligram milligrams'],
  ['mass', 0.000001, 'µg mcg microgram micrograms'],
  ['mass', 1000, 'kg kilogram kilograms'],
  ['volume', 1, 'l litre litres liter liters'],
  ['volume', 0.001, 'ml millilitre millilitres milliliter milliliters'],
  ['length', 1, 'm metre metres meter meters'],
  ['length', 0.01, 'cm'],
  ['length', 0.001, 'mm'],
  ['length', 1000, 'km kilometre kilometres kilometer kilometers'],
  ['share', 1, '% percent pct'],
  ['points', 1, 'pp'],
  ['euro', 1, '€ eur euro euros'],
  ['dollar', 1, '$ usd dollar dollars'],
  ['pound', 1, '£ gbp pounds'],
  ['franc', 1, 'chf francs'],
  ['temperature', 1, '°c celsius'],
  ['fahrenheit', 1, '°f fahrenheit'],
  ['frequency', 1, 'hz'],
  ['frequency', 1e6, 'mhz'],
  ['frequency', 1e9, 'ghz'],
  ['times', 1, 'times'],
  ['clock', 1, "o'clock"],
];

export const UNITS: ReadonlyMap<string, Unit> = new Map(
  ROWS.flatMap(([dimension, factor, words]) => words.split(' ').map((word): readonly [string, Unit] => [word, { dimension, factor }])),
);

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value): readonly [string, number] => [word, value])
    .concat([
      ['thirty', 30],
      ['forty', 40],
      ['fifty', 50],
      ['sixty', 60],
      ['seventy', 70],
      ['eighty', 80],
      ['ninety', 90],
      ['hundred', 100],
      ['dozen', 12],
    ]),
);

export const MAGNITUDES: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['thousand', 1e3],
  ['million', 1e6],
  ['mio', 1e6],
  ['billion', 1e9],
  ['bn', 1e9],
]);
