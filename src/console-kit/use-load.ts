import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, toApiError } from './api.ts';
import { untilNoDialog } from './open-dialog.ts';

interface Loaded<Data> {
  /** What was loaded last; null before the first answer. It stays while it is loaded again. */
  readonly data: Data | null;
  readonly error: ApiError | null;
  readonly isLoading: boolean;
  readonly reload: () => Promise<void>;
}

/**
 * Loads data when the component appears and whenever the key changes. Only the answer to the last request counts. One
 * that would change what is shown waits while a dialog is open.
 */
export function useLoad<Data>(key: string, load: () => Promise<Data>): Loaded<Data> {
  const [shown, setShown] = useState<{ key: string; data: Data | null; error: ApiError | null }>({
    key,
    data: null,
    error: null,
  });
  const [isLoading, setLoading] = useState(true);
  const round = useRef(0);
  const latest = useRef(load);
  const shownKey = useRef<string | null>(null);
  latest.current = load;

  const reload = useCallback(async () => {
    round.current += 1;
    const own = round.current;
    setLoading(true);
    const [data, error] = await latest.current().then(
      (loaded) => [loaded, null] as const,
      (failure: unknown) => [null, toApiError(failure)] as const,
    );
    if (shownKey.current === key) await untilNoDialog();
    if (own !== round.current) return;
    if (error === null) shownKey.current = key;
    setShown((before) => ({
      key,
      data: error === null ? data : before.key === key ? before.data : null,
      error,
    }));
    setLoading(false);
  }, [key]);

  useEffect(() => {
    void reload();
    return () => {
      round.current += 1;
    };
  }, [reload]);

  const isCurrent = shown.key === key;
  return { data: isCurrent ? shown.data : null, error: isCurrent ? shown.error : null, isLoading, reload };
}
