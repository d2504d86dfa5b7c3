import { setTimeout } from 'node:timers/promises';
import type { Answer } from '../gateway.ts';
import type { RestClient } from '../gateway-process.ts';
import type { Chance } from './chance.ts';

/** A connection without an answer is closed after this time. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 20;

/** The error codes that a client may get while gateways die and start, and a connection that broke. */
const EXCUSES = ['idempotency_key_in_use', 'service_unavailable', 'dead line'] as const;
type Excuse = (typeof EXCUSES)[number];

interface Change {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** Absent if the interface has no key, as for uploads. */
  readonly idempotencyKey?: string;
}

/** Sends each change again, to any gateway, until it is confirmed, as the interface requires of clients. */
export function carefulClient(
  gateways: readonly RestClient[],
  { below }: Chance,
  excuses: readonly Excuse[] = EXCUSES,
) {
  const accepted: ReadonlySet<unknown> = new Set(excuses);
  const acknowledged: { readonly change: Change; readonly answer: Answer }[] = [];

  async function once({ method, path, ...sent }: Change): Promise<Answer | null> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return (
      gateways[below(gateways.length)]?.rest(method, path, { ...sent, signal }).catch(() => null) ?? null
    );
  }

  return {
    acknowledged,
    async insist(change: Change): Promise<Answer> {
      for (;;) {
        const answer = await once(change);
        if (answer?.status === 200) {
          acknowledged.push({ change, answer });
          return answer;
        }
        if (!accepted.has(answer === null ? 'dead line' : answer.json?.error?.code))
          throw new Error(`${change.method} ${change.path} was answered ${answer?.status}: ${answer?.text}`);
        await setTimeout(PAUSE_MS);
      }
    },
  };
}

export type CarefulClient = ReturnType<typeof carefulClient>;
