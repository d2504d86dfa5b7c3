import { Button, Secret } from './parts.tsx';
import { useModal } from './use-modal.ts';

/** Shows a key, once. */
export function SecretDialog({ title, secret, close }: { title: string; secret: string; close: () => void }) {
  const { dialog, end } = useModal(close);
  return (
    <dialog {...dialog} aria-labelledby="secret-title">
      <h2 id="secret-title">{title}</h2>
      <p>It is shown only once and is stored nowhere. Pass it on by a safe way.</p>
      <Secret text={secret} />
      <div class="dialog-actions">
        <Button class="good" onClick={end}>
          I have it
        </Button>
      </div>
    </dialog>
  );
}
