import type { GraphiQLOptions } from 'graphql-yoga';
import { asScript, EDITOR_POLICY, graphiqlParts, RENDER } from './graphiql-parts.ts';

const OPTIONS: GraphiQLOptions = {
  title: 'Fundgate GraphiQL',
  isHeadersEditorEnabled: false,
  // Subscriptions, too: a session is for JSON only, which no form of another site sends, and a GET has no media type.
  method: 'POST',
  defaultEditorToolsVisibility: 'variables',
};

/** GraphiQL for people who are signed in to the console: its files, and what the page that loads them may do. */
export async function operatorsGraphiql() {
  const { script, style, defaultTabs } = await graphiqlParts(OPTIONS, {
    guide: 'operators',
    showsHeaders: false,
  });
  return {
    script: Buffer.concat([script, Buffer.from(openingScript({ ...OPTIONS, defaultTabs }))]),
    style,
    policy: `${EDITOR_POLICY}; script-src 'self'`,
  };
}

/**
 * Renders the page where there is a session. Each request has the header without which the gateway takes no cookie, and
 * which no other site can send.
 */
const openingScript = (options: GraphiQLOptions): string => `
const options = ${asScript(options)};
const base = document.querySelector('meta[name="fundgate-base"]').content;
const additionalHeaders = { 'Fundgate-Console': '1' };
fetch(base + '/console/session', { headers: additionalHeaders, credentials: 'same-origin' }).then(({ ok }) => {
  if (!ok) return document.querySelector('#signed-out').removeAttribute('hidden');
  const own = { endpoint: base + '/graphql', credentials: 'same-origin', additionalHeaders };
  ${RENDER}document.querySelector('#root'), { ...options, ...own });
});
`;
