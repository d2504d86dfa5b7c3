import { randomBytes } from 'node:crypto';
import { Response as PlainResponse } from '@whatwg-node/fetch';
import type { GraphiQLOptions } from 'graphql-yoga';
import { once } from '../kernel/once.ts';
import { asScript, EDITOR_POLICY, graphiqlParts, RENDER } from './graphiql-parts.ts';

/** Settings of the page. It asks for the API key and sends it with each request; the key is not stored. */
const OPTIONS: GraphiQLOptions = {
  title: 'Fundgate GraphiQL',
  headers: '{}',
  isHeadersEditorEnabled: true,
  defaultEditorToolsVisibility: 'variables',
};

const NONCE_BYTES = 16;

/** Whether a browser requests the page, which needs no API key. */
export const wantsGraphiql = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.get('accept')?.includes('text/html') === true;

const page = once(renderedPage);

/** The whole page, nine megabytes: nothing is loaded from another origin, so it works without internet access. */
export async function graphiqlResponse(): Promise<Response> {
  const { head, tail } = await page();
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return new PlainResponse(Buffer.concat([head, Buffer.from(`<script nonce="${nonce}">`), tail]), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `${EDITOR_POLICY}; script-src 'nonce-${nonce}'`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  });
}

/** Shown over the page until a key is given, because the page requests the schema as soon as it is loaded. */
const KEY_FORM = `<form id="key-form" style="max-width: 26rem; margin: 15vh auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif">
<label for="key">Your API key</label>
<input id="key" name="key" type="password" autocomplete="off" required autofocus style="display: block; width: 100%; margin: 0.5rem 0; padding: 0.5rem; font: inherit">
<button style="padding: 0.4rem 1rem; font: inherit">Open GraphiQL</button>
<p>It is sent with each request to this gateway, and forgotten when the page is closed.</p>
</form>
`;

async function renderedPage() {
  const { head, script, tail, defaultTabs } = await graphiqlParts(OPTIONS, {
    guide: 'partner-graphql',
    showsHeaders: true,
  });
  const opening = Buffer.from(openingScript({ ...OPTIONS, defaultTabs }));
  return {
    head: Buffer.concat([head, Buffer.from(KEY_FORM)]),
    tail: Buffer.concat([script, opening, tail]),
  };
}

/** Renders the page when the key was given. */
const openingScript = (options: GraphiQLOptions): string => `
const options = ${asScript(options)};
const form = document.querySelector('#key-form');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const Authorization = 'Bearer ' + form.elements.namedItem('key').value.trim();
  form.remove();
  ${RENDER}document.querySelector('#root'), { ...options, additionalHeaders: { Authorization } });
});
`;
