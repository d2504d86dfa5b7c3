import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, toApiError } from './api.ts';
import { whenAttended } from './activity.ts';
import { untilNoDialog } from './open-dialog.ts';
import { me } from './session-state.ts';

export interface Loaded<Data> {
  /** The last loaded data; null before the first response. It stays during the next load. */
  readonly data: Data | null;
  readonly error: ApiError | null;
  readonly isLoading: boolean;
  /** The pause after which a failure is tried again by itself; null if it is not. */
  readonly pauseMs: number | null;
  /** Loads at once, because a person asked for it. */
  readonly reload: () => Promise<void>;
  /** Loads data that may have changed. If a failure waits for its pause, the end of the pause loads it. */
  readonly refresh: () => void;
}

interface Shown<Data> extends Pick<Loaded<Data>, 'data' | 'error' | 'pauseMs'> {
  readonly key: string;
}

/** Milliseconds until a load that failed for the moment is tried again; each further one waits twice as long. */
const RETRY_FIRST_MS = 2_000;
/** The longest of these pauses: an outage of minutes costs a page two requests a minute. */
const RETRY_PAUSE_MAX_MS = 30_000;
/**
 * The longest pause of the gateway that the page waits for by itself. After a longer one a person can press a button.
 */
const RETRY_AFTER_MAX_MS = 300_000;
/** Codes of failures that pass by themselves. */
const PASSING = new Set(['service_unavailable', 'unreachable', 'rate_limited']);

/**
 * The pause after a failure, at least as long as the gateway asks for; null if the failure does not pass by itself.
 */
function pauseAfter(error: ApiError | null, failures: number): number | null {
  if (error === null || !PASSING.has(error.code)) return null;
  const ownMs = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_PAUSE_MAX_MS);
  return Math.max(ownMs, Math.min((error.retryAfterSeconds ?? 0) * 1_000, RETRY_AFTER_MAX_MS));
}

/**
 * Loads data when the component appears and whenever the key changes. Only the response to the last request counts.
 * While a dialog is open, a response that would change the screen waits. If a failure can pass by itself, the request
 * is tried again as long as a person uses the page.
 */
export function useLoad<Data>(key: string, load: () => Promise<Data>): Loaded<Data> {
  const [shown, setShown] = useState<Shown<Data>>({ key, data: null, error: null, pauseMs: null });
  const [isLoading, setLoading] = useState(true);
  const round = useRef(0);
  const latest = useRef(load);
  const shownKey = useRef<string | null>(null);
  const failures = useRef(0);
  const isPausing = useRef(false);
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
    const pauseMs = pauseAfter(error, failures.current);
    isPausing.current = pauseMs !== null;
    setShown((before) => ({
      key,
      data: error === null ? data : before.key === key ? before.data : null,
      error,
      pauseMs,
    }));
    setLoading(false);
  }, [key]);

  useEffect(() => {
    void reload();
    return () => {
      round.current += 1;
    };
  }, [reload]);

  useRetry(shown, reload);

  const refresh = useCallback(() => {
    if (!isPausing.current && me.value !== null) void reload();
  }, [reload]);

  const { data, error, pauseMs } = shown.key === key ? shown : { data: null, error: null, pauseMs: null };
  return { data, error, pauseMs, isLoading, reload, refresh };
}

/** Loads again after the pause of a failure, and when the person whose session had ended is back. */
function useRetry(shown: Pick<Shown<unknown>, 'error' | 'pauseMs'>, reload: () => Promise<void>): void {
  useEffect(() => {
    if (shown.pauseMs === null) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      await whenAttended(() => me.value !== null);
      if (!isOver) await reload();
    }, shown.pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [shown, reload]);

  const isSignedIn = Boolean(me.value);
  useEffect(() => {
    if (isSignedIn && shown.error?.code === 'session_ended') void reload();
  }, [isSignedIn]);
}
