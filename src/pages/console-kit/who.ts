import { run, toApiError } from './api.ts';
import { MeDocument } from './generated/graphql.ts';
import { say } from './parts.tsx';
import { me, sessionEnded } from './session-state.ts';

/** The tabs of a browser share one session: a sign-in or sign-out in one tab counts for all. */
const tabs = new BroadcastChannel('fundgate-session');

const inOneText = () => JSON.stringify(me.value ?? null);

/**
 * Tells the other tabs which person this tab knows as signed in. A tab that knows another person asks the gateway.
 */
export const tellTabs = (): void => tabs.postMessage(inOneText());

/** Loads who has signed in. Throws ApiError if the gateway does not respond. */
export async function loadMe(): Promise<void> {
  try {
    const { viewer } = await run(MeDocument, {});
    if (me.value && JSON.stringify(viewer) === inOneText()) return;
    me.value = viewer;
  } catch (error) {
    if (toApiError(error).code !== 'session_ended') throw error;
    sessionEnded();
  }
  tellTabs();
}

/** Follows the sign-ins of other tabs, so that no page shows one person and acts as another. */
export function followTabs(): void {
  tabs.addEventListener('message', ({ data }) => {
    if (data === inOneText()) return;
    const before = me.value;
    const reload = async () => {
      await loadMe();
      if (before && me.value && before !== me.value) say('Another person has signed in in another tab.');
    };
    void reload().catch(() => {});
  });
}
