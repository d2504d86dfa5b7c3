import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAttempt } from '../../console-kit/use-attempt.ts';
import { callSession, run, toApiError } from '../../console-kit/api.ts';
import { EndMySessionsDocument } from '../../console-kit/generated/graphql.ts';
import { base, hasOidc } from '../../console-kit/base.ts';
import { go, hereWithout, place } from '../../console-kit/route.ts';
import { hasOwner, leave, me, signInNotice } from '../../console-kit/session-state.ts';
import { typed } from '../../console-kit/dialog.tsx';
import { isDialogOpen } from '../../console-kit/open-dialog.ts';
import { ErrorNote, say } from '../../console-kit/parts.tsx';
import { useTitle } from '../../console-kit/use-title.ts';
import { loadMe, tellTabs } from '../../console-kit/who.ts';

/**
 * Ends the session. If it began at the issuer, leads to the issuer's page that ends its session. If the gateway does
 * not respond, the person stays signed in and sees an error.
 */
export async function signOut(): Promise<void> {
  try {
    const { issuer_sign_out_url } = await callSession('DELETE');
    if (typeof issuer_sign_out_url === 'string') {
      tellTabs();
      return location.assign(issuer_sign_out_url);
    }
  } catch (failure) {
    const { code, message } = toApiError(failure);
    if (code !== 'session_ended') return say(`You are still signed in. ${message}`);
  }
  leave('You have signed out.');
  tellTabs();
}

/** Ends every session of the person, in all browsers. */
export async function endMySessions(): Promise<void> {
  try {
    await run(EndMySessionsDocument, {});
  } catch (failure) {
    return say(`Your sessions were not ended. ${toApiError(failure).message}`);
  }
  leave('All your sessions have ended.');
  tellTabs();
}

const REFUSED: Readonly<Record<string, string>> = {
  'not-permitted': 'You are signed in there, but you are not among the operators here.',
  'left-out':
    'You are in too many groups: your organisation left them out of its response. Ask the person who runs the gateway.',
  failed: 'Signing in did not work. Try it again.',
  'too-many': 'Too many sign-ins from your address failed. Try it again in a minute.',
  unavailable: 'The sign-in of your organisation does not respond. Try it again in a minute.',
};

/** The key was taken, and the request after it had no session. */
const NO_COOKIE =
  'Your key is right, but your browser did not keep the session. Allow cookies for this page, and open it by https.';

/** The sign-in: a page of its own, or a dialog over the screen of a person whose session has ended. */
export const SignIn = () => (hasOwner.value ? <SignInAgain /> : <SignInPage />);

function SignInPage() {
  useTitle('Sign in');
  return (
    <main class="sign-in">
      <SignInForm isOver={false} />
    </main>
  );
}

function SignInAgain() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOver] = useState(isDialogOpen);
  const show = () => dialog.current?.showModal();
  useLayoutEffect(() => {
    const before = document.activeElement;
    // Above a dialog that is open already, so that this one gets the keys.
    show();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sign-in"
      aria-label="Sign in"
      onCancel={(event) => event.preventDefault()}
      // Some browsers close it all the same when Escape is pressed twice.
      onClose={show}
    >
      <SignInForm isOver={isOver} />
    </dialog>
  );
}

/** Sign-in by an operator's key, or at the OpenID Connect issuer. Afterwards the page shows the requested URL. */
function SignInForm({ isOver }: IsOver) {
  const { isBusy, error, attempt } = useAttempt();
  const refused = REFUSED[place.value.query.get('refused') ?? ''];
  const notice = refused ?? signInNotice.value;

  const send = async (form: FormData) => {
    await callSession('POST', { api_key: typed(form, 'key') });
    signInNotice.value = null;
    if (refused !== undefined) go(hereWithout('refused'), { replace: true });
    await loadMe();
    if (me.value === null) signInNotice.value = NO_COOKIE;
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        void attempt(() => send(form));
      }}
    >
      <p class="brand">Fundgate</p>
      <h1>Sign in</h1>
      {notice !== null && (
        <p class="note" role="status">
          {notice}
        </p>
      )}
      <label class="field">
        <span>Your operator key</span>
        <input
          name="key"
          type="password"
          required
          autofocus
          autocomplete="off"
          spellcheck={false}
          placeholder="fgk_…"
        />
        <small>It is sent once and is not kept in this browser.</small>
      </label>
      {error !== null && <ErrorNote error={error} />}
      <button type="submit" class="good wide" disabled={isBusy}>
        {isBusy ? 'One moment …' : 'Sign in'}
      </button>
      {hasOidc && <ByOrganisation isOver={isOver} />}
    </form>
  );
}

interface IsOver {
  /** Whether a dialog is open below; a person may have typed something in it. */
  readonly isOver: boolean;
}

/**
 * Signing in at the OpenID Connect issuer, which leads back to this address. Over a dialog it happens in another tab:
 * all tabs share the session, and this page keeps the typed text.
 */
const ByOrganisation = ({ isOver }: IsOver) => (
  <a
    class="button wide"
    target={isOver ? '_blank' : ''}
    rel="noopener"
    href={`${base}/console/oidc?${new URLSearchParams({ to: hereWithout('refused') })}`}
  >
    Sign in with your organisation{isOver && ', in a new tab'}
  </a>
);
