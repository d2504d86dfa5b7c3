import { useAttempt } from './use-attempt.ts';
import { Button, ErrorNote } from './parts.tsx';

/** A button that reveals hidden data. Each request is recorded in the trail, so a press sends only one. */
export function NotedButton({ show, children }: { show: () => Promise<void>; children: string }) {
  const { isBusy, error, attempt } = useAttempt();
  return (
    <>
      <p class="noted">
        <Button disabled={isBusy} onClick={() => void attempt(show)}>
          {children}
        </Button>{' '}
        <small class="faint">Leaves a note in the trail.</small>
      </p>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}
