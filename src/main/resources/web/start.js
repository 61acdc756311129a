// The quickstart: fills in this server and the sandbox key of this tab, and copies.
import { field, key, redeem } from '/docs/assets/key.js';

for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin;

function show(now) {
  for (const place of document.querySelectorAll('[data-key]')) {
    place.textContent = now === '' ? 'sk_sandbox_…' : now;
  }
}
const wrong = await redeem();
show(key());
field(document.getElementById('key'), document.getElementById('key-message'), show)(wrong);

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  block.append(button);
}
