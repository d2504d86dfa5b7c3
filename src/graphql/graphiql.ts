import { randomBytes } from 'node:crypto';
import { Response as PlainResponse } from '@whatwg-node/fetch';
import { type GraphiQLOptions, shouldRenderGraphiQL } from 'graphql-yoga';

/** The page for developers. Its headers tab is where the API key goes. */
const OPTIONS: GraphiQLOptions = {
  title: 'Fundgate GraphiQL',
  defaultQuery: '{\n  viewer {\n    __typename\n  }\n}\n',
  headers: JSON.stringify({ Authorization: 'Bearer fgk_' }, null, 2),
  isHeadersEditorEnabled: true,
  defaultEditorToolsVisibility: 'headers',
};

/**
 * What the page may do, which takes an API key: run the one script that is in it, and speak to the gateway. The editor
 * styles itself in place, draws with data URLs, and has workers made of its own script.
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

/** Whether a browser asks for the page, which needs no API key. */
export const wantsGraphiql = (request: Request): boolean => shouldRenderGraphiQL(request);

let parts: Promise<{ readonly head: string; readonly tail: string }> | undefined;

/** The whole page, nine megabytes of it: nothing comes from another origin, and it works without a network. */
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

/** Loaded when the first browser asks: nobody else needs it. */
async function renderedParts() {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL(OPTIONS);
  const at = page.indexOf(SCRIPT);
  if (at < 0) throw new Error('The GraphiQL page has no script.');
  return { head: page.slice(0, at), tail: page.slice(at + SCRIPT.length) };
}
