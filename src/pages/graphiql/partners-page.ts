import { replyAsset, replyPage } from '../../pipeline/rest-kit/asset.ts';
import type { Reply } from '../../pipeline/rest-kit/reply.ts';
import { once } from '../../engine/async/once.ts';
import { refusal } from '../../kernel/errors.ts';
import { graphiqlPage } from './page.ts';

const PATH = '/graphql';
const ASSETS = `${PATH}/assets/`;

const HEADERS = { 'Referrer-Policy': 'no-referrer' };

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Whether a browser requests the page or one of its files, which need no API key. */
const wantsGraphiql = (request: Request, pathname: string): boolean =>
  isRead(request) &&
  (pathname.startsWith(ASSETS) ||
    (pathname === PATH && request.headers.get('accept')?.includes('text/html') === true));

/** The response to a browser that requests GraphiQL; null for every other request. */
export type PartnersPage = (request: Request, pathname: string) => Promise<Reply> | null;

/** GraphiQL for partners, who give it their API key. */
export function createPartnersPage(publicUrl: string): PartnersPage {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const page = once(() =>
    graphiqlPage({
      options: { headers: '{}', isHeadersEditorEnabled: true },
      tabs: 'partner-graphql',
      body: KEY_FORM,
      opening: OPENING,
      folder: base + ASSETS,
      base,
    }),
  );

  async function reply(request: Request, pathname: string): Promise<Reply> {
    const { html, policy, find } = await page();
    if (pathname === PATH) return replyPage(html, { ...HEADERS, 'Content-Security-Policy': policy });
    const asset = find(pathname.slice(ASSETS.length));
    if (asset === undefined) throw refusal('route_unknown', 'There is no such path.');
    return replyAsset(asset, request);
  }

  return (request, pathname) => (wantsGraphiql(request, pathname) ? reply(request, pathname) : null);
}

/** Shown until a key is given, because GraphiQL requests the schema as soon as it is rendered. */
const KEY_FORM = `<form id="key-form" style="max-width: 26rem; margin: 15vh auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif">
<label for="key">Your API key</label>
<input id="key" name="key" type="password" autocomplete="off" required autofocus style="display: block; width: 100%; box-sizing: border-box; margin: 0.5rem 0; padding: 0.5rem; font: inherit">
<button style="padding: 0.4rem 1rem; font: inherit">Open GraphiQL</button>
<p id="refused" role="alert" style="color: #a4262c"></p>
<p>It is sent with each request to this gateway, and forgotten when the page is closed.</p>
</form>
`;

/** Sends the key to the gateway, and renders the page if the key is valid. */
const OPENING = `
const form = document.querySelector('#key-form');
const refused = document.querySelector('#refused');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  refused.textContent = '';
  const Authorization = 'Bearer ' + form.elements.namedItem('key').value.trim();
  const headers = { Authorization, 'Content-Type': 'application/json', Accept: 'application/json' };
  const asked = { method: 'POST', headers, body: '{"query":"{ __typename }"}' };
  const response = await fetch(base + '/graphql', asked).catch(() => null);
  if (response?.ok) {
    form.remove();
    return render({ additionalHeaders: { Authorization } });
  }
  const result = await response?.json().catch(() => null);
  refused.textContent = result?.errors?.[0]?.message ?? 'The gateway did not respond. Try again.';
});
`;
