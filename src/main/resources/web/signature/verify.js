// Checks that a delivery is Soko's. It needs nothing beside Node.
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

function keyOf(secret) {
  const text = secret.startsWith('whsec_') ? secret.slice(6) : '';
  const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(text);
  return text && isBase64 ? Buffer.from(text, 'base64') : Buffer.from(secret);
}

function isSame(expected, given) {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** By `webhook-signature`, which covers the time as well. `body` is the raw bytes. */
export function isStandardWebhook(secret, headers, body, now) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
  if (!/^[0-9]+$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body);
  const expected = `v1,${mac.digest('base64')}`;
  return headers['webhook-signature'].split(' ').some(one => isSame(expected, one));
}

/** By `x-service-signature`, which covers the body alone. */
export function isServiceSignature(secret, headers, body) {
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  return isSame(expected, headers['x-service-signature'].replace(/^sha256=/, ''));
}

if (process.argv[1] === import.meta.filename) { // the test vectors, one a line
  const { readFileSync } = await import('node:fs');
  for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    const [name, secret, now, id, time, standard, service, body] = line.split('\t');
    const headers = {
      'webhook-id': id, 'webhook-timestamp': time,
      'webhook-signature': standard, 'x-service-signature': service,
    };
    const bytes = Buffer.from(body);
    console.log([name, isStandardWebhook(secret, headers, bytes, Number(now)),
      isServiceSignature(secret, headers, bytes)].join('\t'));
  }
}
