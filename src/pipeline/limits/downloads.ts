import { refusal } from '../../kernel/errors.ts';
import type { Downloads } from '../gateway.ts';
import type { Telemetry } from '../../engine/tracing/telemetry.ts';

/** Downloads of one key at once; each holds a connection and reads the storage. */
export const DOWNLOADS_OF_KEY_MAX = 8;
const RETRY_AFTER_SECONDS = 2;

/** The running downloads of a process, by the key or person that asked for their URLs. */
export function createDownloads(max: number, telemetry: Telemetry): Downloads {
  const running = new Map<string, number>();
  return {
    begin({ actor, sessionHash }) {
      const own = running.get(actor) ?? 0;
      if (own >= max) {
        telemetry.limited('downloads');
        throw refusal(
          'rate_limited',
          `${sessionHash === null ? 'An API key' : 'A person'} has at most ${max} downloads at once.`,
          {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          },
        );
      }
      running.set(actor, own + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (running.get(actor) ?? 1) - 1;
        if (left > 0) running.set(actor, left);
        else running.delete(actor);
      };
    },
  };
}
