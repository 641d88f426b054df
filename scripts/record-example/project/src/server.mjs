import { createServer } from 'node:http';
import { loadLimits } from './limits.mjs';
import { OrderStore } from './store.mjs';
import { revenueByCurrency } from './totals.mjs';

const ROUTES = [
  { method: 'GET', path: /^\/orders$/, answer: listOrders },
  { method: 'GET', path: /^\/orders\/(ORD-\d{6})$/, answer: showOrder },
  { method: 'GET', path: /^\/revenue$/, answer: showRevenue },
  { method: 'GET', path: /^\/health$/, answer: () => ({ status: 200, body: { ok: true } }) },
];

export function makeServer({ store, limits }) {
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const route = ROUTES.find((one) => one.method === request.method && one.path.test(url.pathname));
    const { status, body } = route
      ? answerSafely(route, { store, limits, url, match: route.path.exec(url.pathname) })
      : { status: 404, body: { error: 'no such route' } };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(`${JSON.stringify(body)}\n`);
  });
  server.requestTimeout = limits.http.request_timeout_seconds * 1000;
  return server;
}

function answerSafely(route, context) {
  try {
    return route.answer(context);
  } catch (error) {
    return { status: 500, body: { error: error.message } };
  }
}

function listOrders({ store, limits, url }) {
  const size = Math.min(Number(url.searchParams.get('size') ?? 50), limits.http.max_page_size);
  const after = url.searchParams.get('after') ?? '';
  const orders = [];
  for (const order of store.read()) {
    if (order.id > after) orders.push(order);
    if (orders.length === size) break;
  }
  return { status: 200, body: { orders, next: orders.length === size ? orders.at(-1).id : null } };
}

function showOrder({ store, match }) {
  for (const order of store.read()) {
    if (order.id === match[1]) return { status: 200, body: order };
  }
  return { status: 404, body: { error: `no order ${match[1]}` } };
}

function showRevenue({ store }) {
  return { status: 200, body: Object.fromEntries(revenueByCurrency(store.read())) };
}

if (process.argv[1] === import.meta.filename) {
  const environment = process.env.ORDERS_ENV ?? 'dev';
  const server = makeServer({ store: new OrderStore('data/orders.jsonl'), limits: loadLimits(environment) });
  server.listen(8080, '127.0.0.1', () => console.log(`orders (${environment}) on 127.0.0.1:8080`));
}
