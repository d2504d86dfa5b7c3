import { useState } from 'preact/hooks';
import { type ApiError, toApiError } from './api.ts';

/** Something that a person begins: whether it runs, and why the last attempt failed. */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(toApiError(failure));
    }
    setBusy(false);
  };
  return { isBusy, error, attempt, forgetError: () => setError(null) };
}
