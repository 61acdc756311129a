// Renders the contract with Scalar. Everything comes from this server, and nothing goes elsewhere.
import { field, isLive, key, NO_LIVE_KEY, redeem } from '/docs/assets/key.js';

const CLIENTS = {
  shell: ['httpie', 'wget'],
  js: ['axios', 'jquery', 'ofetch', 'xhr'],
  node: true,
  python: ['httpx_sync', 'httpx_async'],
  java: ['asynchttp', 'okhttp', 'unirest'],
  c: true, clojure: true, csharp: true, dart: true, fsharp: true, http: true, kotlin: true,
  objc: true, ocaml: true, powershell: true, r: true, ruby: true, rust: true, swift: true,
};

const configuration = key => ({
  url: '/openapi.json',
  layout: 'modern',
  theme: 'default',
  searchHotKey: 'k',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: CLIENTS,
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  // Keys stay out of localStorage: the field above keeps its own for this tab.
  persistAuth: false,
  documentDownloadType: 'none',
  authentication: {
    preferredSecurityScheme: 'bearer',
    securitySchemes: { bearer: { token: key } },
  },
});

const wrong = await redeem();
const message = document.getElementById('key-message');
const reference = Scalar.createApiReference('#reference', configuration(key()));
const say = field(document.getElementById('key'), message, now =>
  reference.updateConfiguration(configuration(now)));
say(wrong);

// The reference has fields of its own; a live key gets into none of them, and out of none.
function refuse(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  say(NO_LIVE_KEY);
}
document.addEventListener('paste', event => {
  if (isLive(event.clipboardData?.getData('text'))) refuse(event);
}, true);
document.addEventListener('drop', event => {
  if (isLive(event.dataTransfer?.getData('text'))) refuse(event);
}, true);
document.addEventListener('input', event => {
  const { target } = event;
  if (target.id === 'key' || !isLive(target.value ?? target.textContent)) return;
  if ('value' in target) target.value = '';
  else target.textContent = '';
  say(NO_LIVE_KEY);
}, true);

const send = window.fetch;
window.fetch = (resource, options) => {
  const request = new Request(resource, options);
  if ([...request.headers.values()].some(isLive) || isLive(request.url)) {
    say(NO_LIVE_KEY);
    return Promise.reject(new TypeError(NO_LIVE_KEY));
  }
  return send(request);
};
