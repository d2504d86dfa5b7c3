import { sandboxBand } from '../../pipeline/rest-kit/sandbox-band.ts';
import { type GraphiqlPage, graphiqlPage } from './page.ts';

/** GraphiQL for people who are signed in to the console; `base` is the path of PUBLIC_URL. */
export const operatorsPage = (base: string, kind: { readonly sandbox: boolean }): Promise<GraphiqlPage> =>
  graphiqlPage({
    options: {
      isHeadersEditorEnabled: false,
      // Subscriptions, too: a session accepts only JSON, because no form of another site sends JSON, and a GET has no
      // media type.
      method: 'POST',
    },
    tabs: 'operators',
    body: sandboxBand(kind) + SIGNED_OUT(base),
    opening: OPENING,
    folder: `${base}/console/assets/`,
    base,
  });

const SIGNED_OUT = (base: string) =>
  `<p id="signed-out" hidden><a href="${base}/console">Sign in to the console</a>, then load this page again.</p>`;

/**
 * Renders the page if there is a session. Each request has the console's header: without it the gateway takes no
 * cookie, and no other site can send it.
 */
const OPENING = `
const additionalHeaders = { 'Fundgate-Console': '1' };
fetch(base + '/console/session', { headers: additionalHeaders, credentials: 'same-origin' }).then(({ ok }) => {
  if (!ok) return document.querySelector('#signed-out').removeAttribute('hidden');
  render({ credentials: 'same-origin', additionalHeaders });
});
`;
