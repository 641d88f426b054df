import { parseAmount, parseDiscount } from './money.mjs';

const STATES = { P: 'placed', S: 'shipped', R: 'returned', X: 'cancelled' };

/** One record of the export as an order. Throws with the order's id, so that the log names it. */
export function parseLegacyOrder(record) {
  try {
    const { currency } = record;
    return {
      id: record.order_id,
      placedAt: record.placed_at,
      customerId: record.customer_id,
      state: stateOf(record.state),
      currency,
      lines: record.lines.split('|').map((text) => parseLine(text, currency)),
      discountPerMille: parseDiscount(record.discount),
      shipping: parseAmount(record.shipping, currency),
      legacyTotal: parseAmount(record.total, currency),
      note: record.note,
    };
  } catch (cause) {
    throw new Error(`${record.order_id}: ${cause.message}`, { cause });
  }
}

function stateOf(code) {
  const state = STATES[code];
  if (state === undefined) throw new RangeError(`unknown state: ${code}`);
  return state;
}

/** `SKU:quantity:price`. */
function parseLine(text, currency) {
  const parts = text.split(':');
  if (parts.length !== 3) throw new SyntaxError(`not a line: ${JSON.stringify(text)}`);
  const [sku, quantityText, priceText] = parts;
  const quantity = Number(quantityText);
  if (!Number.isInteger(quantity) || quantity < 1) throw new RangeError(`quantity: ${quantityText}`);
  return { sku, quantity, unitPrice: parseAmount(priceText, currency) };
}
