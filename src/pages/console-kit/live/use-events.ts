import { useEffect, useRef } from 'preact/hooks';
import type { EventRowFragment } from '../generated/graphql.ts';
import { isDialogOpen } from '../open-dialog.ts';
import { listen } from './live.ts';

/** A reload waits while a dialog is open; milliseconds between two checks. */
const DIALOG_MS = 300;
/** At most one reload in this time, with any number of events. */
const RELOAD_PAUSE_MS = 1_000;

/** Calls a function after events that change what a screen shows, once for events that come together. */
export function useReload(concerns: (event: EventRowFragment) => boolean, reload: () => void): void {
  const latest = useRef({ concerns, reload });
  latest.current = { concerns, reload };
  useEffect(() => {
    let timer: number | null = null;
    let nextMs = 0;
    const wish = () => {
      timer ??= window.setTimeout(attempt, Math.max(0, nextMs - performance.now()));
    };
    const attempt = () => {
      if (isDialogOpen()) {
        timer = window.setTimeout(attempt, DIALOG_MS);
        return;
      }
      timer = null;
      nextMs = performance.now() + RELOAD_PAUSE_MS;
      latest.current.reload();
    };
    const stop = listen({
      onEvents(events) {
        if (events.some((event) => latest.current.concerns(event))) wish();
      },
      onGap: wish,
    });
    return () => {
      stop();
      clearTimeout(timer ?? undefined);
    };
  }, []);
}

/**
 * The noun and the id in the subject of an event. The subject has a third part if a person only read the record.
 */
const partsOf = ({ subject }: EventRowFragment) => subject.split('/');

/** Whether one of these records has changed. */
export const changesOf =
  (...subjects: readonly string[]) =>
  (event: EventRowFragment): boolean =>
    subjects.includes(event.subject);

/** Whether some record of these nouns has changed. */
export const changesAny =
  (...nouns: readonly string[]) =>
  (event: EventRowFragment): boolean => {
    const [noun = '', , ...more] = partsOf(event);
    return nouns.includes(noun) && more.length === 0;
  };
