import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAttempt } from './use-attempt.ts';
import { ApiError, type Once } from './api.ts';
import { ErrorNote, QuietButton, sayIfWaiting } from './parts.tsx';
import { me } from './session-state.ts';
import { useModal } from './use-modal.ts';
import { takeWaiting } from './waiting.ts';

/** Counts the fields for which the dialog waits. */
const Loads = createContext<(change: 1 | -1) => void>(() => {});

/** While a field loads something, the dialog cannot be sent. */
export function useHoldBack(isLoading: boolean): void {
  const count = useContext(Loads);
  useLayoutEffect(() => {
    if (!isLoading) return;
    count(1);
    return () => count(-1);
  }, [isLoading]);
}

interface DialogOptions {
  readonly title: string;
  readonly action: string;
  readonly tone?: 'good' | 'bad';
  readonly isWide?: boolean;
  readonly children?: ComponentChildren;
  /** Runs the action. Its key is the same at each attempt of this dialog, so that nothing is done twice. */
  readonly submit: (form: FormData, once: Once) => Promise<void>;
  readonly close: () => void;
}

/** Errors about the idempotency key of a dialog, in words that a person understands. */
const OF_ATTEMPTS: Readonly<Record<string, string>> = {
  idempotency_key_in_use: 'Your first attempt is still running. Try again in a moment.',
  idempotency_key_reused:
    'Your first attempt has arrived after all and counts; your later changes do not. Leave this dialog and look at what was done.',
};

function inPlainWords({ message, code, requestId }: ApiError): ApiError {
  return new ApiError(OF_ATTEMPTS[code] ?? message, code, requestId);
}

/** A form for the input of an action. Enter submits it, Escape closes it. */
export function Dialog({
  title,
  action,
  tone = 'good',
  isWide = false,
  children,
  submit,
  close,
}: DialogOptions) {
  const doIt = useRef<HTMLButtonElement>(null);
  const [once] = useState<Once>(() => ({ idempotencyKey: crypto.randomUUID() }));
  const [loads, setLoads] = useState(0);
  const countLoads = useCallback((change: 1 | -1) => setLoads((before) => before + change), []);
  const { isBusy, error, attempt } = useAttempt();

  const { dialog, end } = useModal(close, () => me.value !== null);
  useLayoutEffect(() => {
    // Without a field the focus would be on the button before it, and Enter would leave the dialog.
    if (dialog.ref.current?.querySelector('input, select, textarea') === null) doIt.current?.focus();
  }, []);

  // Escape at the sign-in may close this dialog below it, because a browser closes the sign-in for a moment.
  const isAway = me.value === null;
  useLayoutEffect(() => {
    if (!isAway && dialog.ref.current?.open === false) dialog.ref.current.showModal();
  }, [isAway]);

  // A long form may have scrolled the place of the error out of sight.
  useLayoutEffect(() => {
    if (error !== null)
      dialog.ref.current?.querySelector('form > .note')?.scrollIntoView({ block: 'nearest' });
  }, [error]);

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || !(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    takeWaiting();
    await attempt(async () => {
      await submit(form, once);
      sayIfWaiting();
    });
  };

  return (
    <dialog {...dialog} class={isWide ? 'wide-dialog' : ''} aria-labelledby="dialog-title">
      <form onSubmit={(event) => void send(event)}>
        <h2 id="dialog-title">{title}</h2>
        <Loads.Provider value={countLoads}>{children}</Loads.Provider>
        {error !== null && <ErrorNote error={inPlainWords(error)} />}
        <div class="dialog-actions">
          <QuietButton onClick={end}>Cancel</QuietButton>
          <button ref={doIt} type="submit" class={tone} disabled={isBusy || loads > 0}>
            {isBusy ? 'One moment …' : action}
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface FieldOptions {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly children: ComponentChildren;
}

export const Field = ({ label, hint, children }: FieldOptions) => (
  <label class="field">
    <span>{label}</span>
    {children}
    {hint !== undefined && <small>{hint}</small>}
  </label>
);

/** The text in a field of a form. */
export const typed = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
