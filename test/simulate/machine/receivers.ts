import type { Outbound, OutboundResult } from '../../../src/engine/outbound/outbound.ts';
import { world } from '../../../src/kernel/world.ts';
import type { Faults } from './faults.ts';

/** Milliseconds after which the gateway gives up a request. */
const DEADLINE_MS = 15_000;
const ANSWER_MS = 200;
/** A receiver that has refused an event so often takes it. */
const REFUSALS_MAX = 1;

interface Received {
  readonly id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the gateway knows that it was received. */
  readonly isAcknowledged: boolean;
}

/** The receivers of webhooks: they fail, are late, and forget that they got something. */
export class Receivers implements Outbound {
  readonly #faults: Faults;
  readonly received: Received[] = [];
  readonly #refusals = new Map<string, number>();

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  async lookUp(): Promise<void> {
    await world.turn();
  }

  refusalOf(): string | null {
    return null;
  }

  close(): void {}

  async post({ headers, body }: Parameters<Outbound['post']>[0]): Promise<OutboundResult> {
    const id = headers['webhook-id'] ?? '';
    const began = world.elapsedMs();
    const answer = (outcome: OutboundResult['outcome'], status: number | null): OutboundResult => {
      if (outcome !== 'ok') this.#refusals.set(id, (this.#refusals.get(id) ?? 0) + 1);
      const durationMs = world.elapsedMs() - began;
      return { outcome, status, durationMs, excerpt: '', retryAfterSeconds: null };
    };
    await world.pause(1 + this.#faults.below(ANSWER_MS));
    const mayRefuse = (this.#refusals.get(id) ?? 0) < REFUSALS_MAX;
    if (mayRefuse && this.#faults.happens('receiver fails')) return answer('http_error', 500);
    const isLate = mayRefuse && this.#faults.happens('receiver is late');
    const forgets = mayRefuse && this.#faults.happens('receiver forgets');
    this.received.push({ id, body, headers, isAcknowledged: !isLate && !forgets });
    if (isLate) {
      await world.pause(DEADLINE_MS);
      return answer('timeout', null);
    }
    return forgets ? answer('http_error', 503) : answer('ok', 200);
  }
}
