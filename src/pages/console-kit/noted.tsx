import { useState } from 'preact/hooks';
import { type ApiError, toApiError } from './api.ts';
import { Button, ErrorNote } from './parts.tsx';

/** A button that reveals hidden data. Each request is recorded in the trail, so a press sends only one. */
export function NotedButton({ show, children }: { show: () => Promise<void>; children: string }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const ask = async () => {
    setBusy(true);
    setError(null);
    await show().catch((failure: unknown) => setError(toApiError(failure)));
    setBusy(false);
  };
  return (
    <>
      <p class="noted">
        <Button disabled={isBusy} onClick={() => void ask()}>
          {children}
        </Button>{' '}
        <small class="faint">Leaves a note in the trail.</small>
      </p>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}
