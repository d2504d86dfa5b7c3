import { randomBytes } from 'node:crypto';
import { Response as PlainResponse } from '@whatwg-node/fetch';
import { type GraphiQLOptions, shouldRenderGraphiQL } from 'graphql-yoga';

/** Settings of the page. The API key is asked for, and goes with each request; it is kept nowhere. */
const OPTIONS: GraphiQLOptions = {
  title: 'Fundgate GraphiQL',
  headers: '{}',
  isHeadersEditorEnabled: true,
  defaultEditorToolsVisibility: 'variables',
};

/**
 * The content security policy of the page, which handles an API key: only its one inline script may run, and it may
 * only call the gateway. The editor needs inline styles, data URLs, and workers made from its own script.
 */
const POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SCRIPT = '<script>';
const NONCE_BYTES = 16;

/** Whether a browser requests the page, which needs no API key. */
export const wantsGraphiql = (request: Request): boolean => shouldRenderGraphiQL(request);

let parts: Promise<{ readonly head: string; readonly tail: string }> | undefined;

/** The whole page, nine megabytes: nothing is loaded from another origin, so it works without internet access. */
export async function graphiqlResponse(): Promise<Response> {
  parts ??= renderedParts();
  const { head, tail } = await parts;
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return new PlainResponse(`${head}<script nonce="${nonce}">${tail}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `${POLICY}; script-src 'nonce-${nonce}'`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  });
}

const RENDER = 'YogaGraphiQL.renderYogaGraphiQL(';

/** Shown over the page until a key is given, because the page requests the schema as soon as it is loaded. */
const KEY_FORM = `<form id="key-form" style="max-width: 26rem; margin: 15vh auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif">
<label for="key">Your API key</label>
<input id="key" name="key" type="password" autocomplete="off" required autofocus style="display: block; width: 100%; margin: 0.5rem 0; padding: 0.5rem; font: inherit">
<button style="padding: 0.4rem 1rem; font: inherit">Open GraphiQL</button>
<p>It is sent with each request to this gateway, and forgotten when the page is closed.</p>
</form>
`;

/** Loaded at the first request of a browser, because other clients do not need it. */
async function renderedParts() {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const { exampleTabs } = await import('./graphiql-tabs.ts');
  const page = renderGraphiQL(OPTIONS);
  const at = page.indexOf(SCRIPT);
  const renderAt = page.lastIndexOf(RENDER);
  const end = page.indexOf('</script>', renderAt);
  if (at < 0 || renderAt < at || end < 0) throw new Error('The GraphiQL page has another form.');
  const opening = openingScript({ ...OPTIONS, defaultTabs: [...(await exampleTabs())] });
  const body = page.slice(at + SCRIPT.length, renderAt);
  return { head: page.slice(0, at) + KEY_FORM, tail: `${body}${opening}${page.slice(end)}` };
}

/** Renders the page when the key was given. */
const openingScript = (options: GraphiQLOptions): string => `
const options = ${JSON.stringify(options).replaceAll('<', String.raw`\u003c`)};
const form = document.querySelector('#key-form');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const Authorization = 'Bearer ' + form.elements.namedItem('key').value.trim();
  form.remove();
  ${RENDER}document.querySelector('#root'), { ...options, additionalHeaders: { Authorization } });
});
`;
