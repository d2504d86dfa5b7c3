import { randomBytes } from 'node:crypto';
import { Response as PlainResponse } from '@whatwg-node/fetch';
import { type GraphiQLOptions, shouldRenderGraphiQL } from 'graphql-yoga';

/** Settings of the page for developers. The API key goes into its headers tab. */
const OPTIONS: GraphiQLOptions = {
  title: 'Fundgate GraphiQL',
  defaultQuery: '{\n  viewer {\n    __typename\n  }\n}\n',
  headers: JSON.stringify({ Authorization: 'Bearer fgk_' }, null, 2),
  isHeadersEditorEnabled: true,
  defaultEditorToolsVisibility: 'headers',
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

/** Loaded at the first request of a browser, because other clients do not need it. */
async function renderedParts() {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL(OPTIONS);
  const at = page.indexOf(SCRIPT);
  if (at < 0) throw new Error('The GraphiQL page has no script.');
  return { head: page.slice(0, at), tail: page.slice(at + SCRIPT.length) };
}
