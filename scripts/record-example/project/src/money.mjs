/** Decimals of each currency's minor unit. */
const DECIMALS = { EUR: 2, USD: 2, GBP: 2, JPY: 0 };

export function decimalsOf(currency) {
  const decimals = DECIMALS[currency];
  if (decimals === undefined) throw new RangeError(`unknown currency: ${currency}`);
  return decimals;
}

/** `12.50` EUR is 1250; `1250` JPY is 1250. Refuses what it does not know instead of guessing. */
export function parseAmount(text, currency) {
  const decimals = decimalsOf(currency);
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new SyntaxError(`not an amount: ${JSON.stringify(text)}`);
  const [, whole, fraction = ''] = match;
  if (fraction.length > decimals) throw new SyntaxError(`too many decimals for ${currency}: ${text}`);
  return Number(whole + fraction.padEnd(decimals, '0'));
}

export function formatAmount(minorUnits, currency) {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return String(minorUnits);
  const digits = String(minorUnits).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Parts per thousand, so that `12.5` per cent is a whole number. */
export function parseDiscount(text) {
  const match = /^(\d{1,2})(?:\.(\d))?$/.exec(text);
  if (!match) throw new SyntaxError(`not a discount: ${JSON.stringify(text)}`);
  return Number(match[1]) * 10 + Number(match[2] ?? 0);
}

/** Divides whole numbers and rounds half up. */
export function roundDivide(numerator, denominator) {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}
