import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, toApiError } from './api.ts';
import { whenAttended } from './live/activity.ts';
import { untilNoDialog } from './open-dialog.ts';

export interface Loaded<Data> {
  /** What was loaded last; null before the first answer. It stays while it is loaded again. */
  readonly data: Data | null;
  readonly error: ApiError | null;
  readonly isLoading: boolean;
  readonly reload: () => Promise<void>;
}

/** Milliseconds until a load that failed for the moment is tried again; each further one waits twice as long. */
const RETRY_FIRST_MS = 2_000;
/** The longest of these pauses: an outage of minutes costs a page two requests a minute. */
const RETRY_PAUSE_MAX_MS = 30_000;
/** Codes of failures that pass by themselves. */
const PASSING = new Set(['service_unavailable', 'unreachable']);

/**
 * Loads data when the component appears and whenever the key changes. Only the answer to the last request counts. One
 * that would change what is shown waits while a dialog is open. A failure that passes by itself is tried again, as long as
 * a person uses the page.
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
  const failures = useRef(0);
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
    failures.current = error === null ? 0 : failures.current + 1;
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

  useEffect(() => {
    if (shown.error === null || !PASSING.has(shown.error.code)) return;
    let isOver = false;
    const pauseMs = Math.min(RETRY_FIRST_MS * 2 ** (failures.current - 1), RETRY_PAUSE_MAX_MS);
    const timer = setTimeout(async () => {
      await whenAttended(() => true);
      if (!isOver) await reload();
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [shown, reload]);

  const isCurrent = shown.key === key;
  return { data: isCurrent ? shown.data : null, error: isCurrent ? shown.error : null, isLoading, reload };
}
