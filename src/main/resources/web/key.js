// The key of this tab. It is a sandbox key, it lies in sessionStorage, and nowhere else.
const NAME = 'soko.sandboxKey';
const LIVE = /pk_live_/;
const SANDBOX = /^sk_sandbox_[A-Za-z0-9_-]+$/;

export const NO_LIVE_KEY =
  'This is a live key. It moves real money and does not belong in a browser: call from your server, ' +
  'and rotate the key if you are not sure who has seen it. Here a sandbox key is used (sk_sandbox_…).';

export const isLive = text => LIVE.test(text ?? '');

export const key = () => sessionStorage.getItem(NAME) ?? '';

/** Keeps a key for this tab. Gives what is wrong with it, or nothing. */
export function keep(text) {
  const shown = text.trim();
  if (isLive(shown)) return NO_LIVE_KEY;
  if (shown !== '' && !SANDBOX.test(shown)) return 'A sandbox key begins with sk_sandbox_.';
  if (shown === '') sessionStorage.removeItem(NAME);
  else sessionStorage.setItem(NAME, shown);
  return '';
}

/**
 * Turns the ticket in the address, which start-dev prints, into the key of this tab. It is taken out of
 * the address first: it opens nothing twice. Gives what is wrong, or nothing.
 */
export async function redeem() {
  const ticket = /^#one-time=([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1];
  if (ticket === undefined) return '';
  history.replaceState(null, '', location.pathname);
  try {
    const answer = await fetch('/dev/sandbox-key', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ticket }),
    });
    const told = await answer.json();
    return answer.ok ? keep(told.sandboxKey) : told.error.message;
  } catch {
    return 'The service does not answer; the link can be opened once more.';
  }
}

/** Binds a field for the key: `changed` is told each key that is kept. */
export function field(input, message, changed) {
  input.value = key();
  const say = text => {
    message.textContent = text;
    message.hidden = text === '';
  };
  input.addEventListener('input', () => {
    const wrong = keep(input.value);
    say(wrong);
    if (isLive(input.value)) input.value = '';
    if (wrong === '') changed(key());
  });
  return say;
}
