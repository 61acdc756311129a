// The README's trade, with the types of openapi-typescript.
import type { components } from './schema.js';

type Quote = components['schemas']['TradeQuote'];
type Order = components['schemas']['Order'];
type Trade = components['schemas']['MasterTradeRequest'];

const soko = process.env['SOKO']!;
const key = process.env['KEY']!;

async function call<T>(path: string, body?: Trade): Promise<T> {
  const answer = await fetch(soko + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-api-key': key,
      ...(body && { 'Idempotency-Key': crypto.randomUUID(), 'Content-Type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const told = (await answer.json()) as T | components['schemas']['Error'];
  if (!answer.ok) throw new Error((told as components['schemas']['Error']).error.message);
  return told as T;
}

const quote = await call<Quote>('/quote/SCOM.KE?type=BUY&quantity=10');
const order = await call<Order>('/trade', {
  symbol: 'SCOM.KE',
  type: 'BUY',
  quantity: 10,
  quoteId: quote.quoteId,
});
const read = await call<Order>(`/orders/${order.orderId}`);
// A number of JavaScript holds every amount that the service tells to the cent; sums are made in cents.
const cents = Math.round(quote.totalCost * 100);
console.log(read.orderId, read.status, `${cents} cents`);
