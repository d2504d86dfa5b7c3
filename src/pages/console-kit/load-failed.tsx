import { ErrorNote } from './parts.tsx';
import type { Loaded } from './use-load.ts';

/** Why something could not be loaded, and when it is tried again. */
export function LoadFailed({ of: { error, pauseMs, reload } }: { of: Loaded<unknown> }) {
  if (error === null) return null;
  return (
    <ErrorNote error={error} retry={() => void reload()}>
      {pauseMs !== null && <p class="faint">The page tries again by itself after {pauseMs / 1_000} s.</p>}
    </ErrorNote>
  );
}
