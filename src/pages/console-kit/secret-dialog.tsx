import { useEffect, useRef } from 'preact/hooks';
import { Secret } from './parts.tsx';

/** Shows a key, once. */
export function SecretDialog({ title, secret, close }: { title: string; secret: string; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="secret-title">
      <h2 id="secret-title">{title}</h2>
      <p>It is shown only once and is stored nowhere. Pass it on by a safe way.</p>
      <Secret text={secret} />
      <div class="dialog-actions">
        <button type="button" class="good" onClick={() => dialog.current?.close()}>
          I have it
        </button>
      </div>
    </dialog>
  );
}
