import { DamageError } from '../../../kernel/damage.ts';
import { readTraceParent, type TraceParent } from '../../../kernel/trace-context.ts';
import type { Database } from '../../../engine/sql/database.ts';
import type { AfterCommit } from '../../../pipeline/operation.ts';
import { attemptDelivery, eventsToSend, type SentEvent } from './attempt-delivery.ts';
import {
  type Claim,
  claimDeliveries,
  enabledEndpoints,
  endpointsWithDue,
  releaseClaims,
} from './claim-deliveries.ts';
import { LEASE_SECONDS } from '../delivery/delivery.rules.ts';
import { EndpointQueue, forgetIdle, leavesPlaces, onTheirWay, type QueuedClaim } from './endpoint-queue.ts';
import type { EndpointRow } from '../endpoint/endpoint.present.ts';
import { type Attempt, NOTED_MAX, noteWebhookAttempts } from '../delivery/note-attempts.operations.ts';
import { world } from '../../../kernel/world.ts';

/** If a claim has waited this long, half of its lease, it is not sent, because another process will claim it. */
const STALE_MS = (LEASE_SECONDS * 1_000) / 2;
/** Attempts within this time are stored in one transaction, because on SQLite each transaction waits for the disk. */
const NOTE_MS = 50;
/** With more unstored results nothing is sent, because a result that is stored after its lease does not count. */
const UNNOTED_MAX = 4 * NOTED_MAX;
/** The pause before storing results again, if the database did not respond. */
const NOTE_AGAIN_MS = 1_000;

interface WorkerOptions {
  readonly database: Pick<Database, 'reads' | 'writes' | 'rowLocks' | 'transaction' | 'takeName'>;
  readonly afterCommit: AfterCommit;
  /** The most requests at the same time. */
  readonly concurrency: number;
  /** Replaces `NOTE_MS`, if that would be too long. */
  readonly noteMs?: number;
  readonly onFailure: (error: unknown) => void;
  /** Called for each failure to store results, and each time that some were stored. */
  readonly noting: { failed(error: unknown): void; done(): void };
  /** Called after each attempt with the facts for the log: ids and the result. */
  readonly onAttempt: (about: AboutAttempt) => void;
  /** Called when there is room for more claims. */
  readonly onRoom: () => void;
}

/**
 * Sends due deliveries. Endpoints take turns. Failing and slow endpoints share at most half of the requests, so that
 * they cannot delay other endpoints.
 */
export class WebhookWorker {
  readonly #options: WorkerOptions;
  readonly #queues = new Map<string, EndpointQueue>();
  readonly #unnoted: Attempt[] = [];
  #noting: Promise<void> | null = null;
  #sending = 0;
  #claims = 0;
  #isStopping = false;
  readonly #name = world.uuid();

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /**
   * Claims due deliveries, as many for each endpoint as can probably be sent soon, and begins to send them. If an
   * endpoint was deleted or disabled since, its unsent deliveries are given back. Settled if none waits for its time.
   */
  async claim(): Promise<'busy' | 'idle' | 'settled'> {
    const { database, afterCommit } = this.#options;
    if (this.#isStopping) return 'idle';
    await this.#refreshQueued();
    const now = afterCommit.clock();
    const found: { readonly queue: EndpointQueue; readonly claims: readonly Claim[] }[] = [];
    const endpoints = await endpointsWithDue(database.reads, now);
    for (const endpoint of endpoints ?? []) {
      const queue = this.#queueOf(endpoint);
      if (queue.room === 0) continue;
      this.#claims += 1;
      const lease = `${this.#name}.${this.#claims}`;
      const claims = await claimDeliveries(database, endpoint, { count: queue.room, lease, now });
      if (claims.length > 0) found.push({ queue, claims });
    }
    const ids = found.flatMap(({ claims }) => claims.map(({ event_id }) => event_id));
    const events = await eventsToSend(database.reads, ids);
    const since = world.elapsedMs();
    for (const { queue, claims } of found) {
      const own = claims.flatMap((claim): QueuedClaim[] => {
        const sent = events.get(claim.event_id);
        return sent?.isFed === true && sent.event.partner_id === queue.endpoint.partner_id
          ? [{ claim, sent, since }]
          : [];
      });
      queue.add(own);
      if (own.length < claims.length) this.#options.onFailure(forged(queue.endpoint.id));
    }
    this.#pump();
    forgetIdle(this.#queues);
    if (!this.#queues.values().every(({ isEmpty }) => isEmpty)) return 'busy';
    return endpoints === null ? 'settled' : 'idle';
  }

  /** Reloads the endpoints of queued deliveries, because another process may have changed them. */
  async #refreshQueued(): Promise<void> {
    const queued = [...this.#queues.values()].filter((queue) => queue.size > 0);
    if (queued.length === 0) return;
    const ids = queued.map(({ endpoint }) => endpoint.id);
    const enabled = await enabledEndpoints(this.#options.database.reads, ids);
    for (const queue of queued) {
      const endpoint = enabled.get(queue.endpoint.id);
      if (endpoint === undefined) await this.#giveBack(queue.endpoint.id);
      else queue.endpoint = endpoint;
    }
  }

  #queueOf(endpoint: EndpointRow): EndpointQueue {
    const queue = this.#queues.get(endpoint.id) ?? new EndpointQueue(endpoint);
    queue.endpoint = endpoint;
    if (endpoint.failures > 0) queue.isProven = false;
    this.#queues.set(endpoint.id, queue);
    return queue;
  }

  /** Starts requests up to the concurrency limit, one endpoint after the other. */
  #pump(): void {
    // Counted once. Counting again for each of a thousand endpoints would delay the requests of clients.
    const sending = onTheirWay(this.#queues.values());
    for (let isBusy = true; isBusy;) {
      isBusy = false;
      for (const [id, queue] of this.#queues) {
        if (this.#sending >= this.#options.concurrency || this.#unnoted.length >= UNNOTED_MAX) return;
        if (!queue.maySend) continue;
        if (!leavesPlaces(queue.responds, sending, this.#options.concurrency)) continue;
        const queued = queue.next();
        if (queued === undefined) continue;
        isBusy = true;
        // Moved to the end of the map, so that endpoints take turns (round robin).
        this.#queues.delete(id);
        this.#queues.set(id, queue);
        if (world.elapsedMs() - queued.since > STALE_MS) continue;
        void this.#send(queue, queued);
        sending[queue.responds] += 1;
      }
    }
  }

  async #send(queue: EndpointQueue, { claim, sent }: QueuedClaim): Promise<void> {
    this.#sending += 1;
    queue.sending += 1;
    try {
      const { lease, traceparent } = claim;
      const claimed = { deliveryId: claim.id, lease, traceParent: readTraceParent(traceparent) };
      const attempt = await attemptDelivery(this.#options.afterCommit, claimed, sent, queue.endpoint);
      queue.noteAttempt(attempt);
      this.#options.onAttempt(aboutAttempt(attempt, sent, queue.endpoint, claimed.traceParent));
      this.#unnoted.push(attempt);
      const noted = this.#note();
      // The result may pause the endpoint, so it is stored before anything else is sent there.
      if (!queue.isProven) await noted;
    } catch (error) {
      // For example, a secret is damaged. The delivery is due again when its lease is over.
      queue.isProven = false;
      this.#options.onFailure(error);
    }
    this.#sending -= 1;
    queue.sending -= 1;
    if (queue.isEmpty && !queue.isProven) this.#queues.delete(queue.endpoint.id);
    this.#pump();
    if (queue.room > 0) this.#options.onRoom();
  }

  /** Stores results. Results that arrive during this go into the next transaction. */
  #note(): Promise<void> {
    this.#noting ??= this.#noteAll();
    return this.#noting;
  }

  async #noteAll(): Promise<void> {
    const { noteMs = NOTE_MS } = this.#options;
    try {
      do {
        if (!this.#isStopping && this.#unnoted.length < NOTED_MAX) await world.pause(noteMs);
      } while (this.#unnoted.length > 0 && (await this.#noteSome()));
    } finally {
      // Set in the turn of the event loop that found nothing left, so that no later result is missed.
      this.#noting = null;
    }
    this.#options.onRoom();
  }

  /** Stores a batch of results. Returns false if that failed and the process is stopping. */
  async #noteSome(): Promise<boolean> {
    const attempts = this.#unnoted.slice(0, NOTED_MAX);
    try {
      const states = await this.#options.afterCommit.perform(noteWebhookAttempts, {}, { attempts });
      this.#unnoted.splice(0, attempts.length);
      this.#options.noting.done();
      for (const { endpoint_id, isEnabled, resume_at } of states)
        if (!isEnabled || resume_at !== null) await this.#giveBack(endpoint_id);
      this.#pump();
    } catch (error) {
      this.#options.noting.failed(error);
      // The lease will end, and then another process sends it again.
      if (this.#isStopping) return false;
      await world.pause(NOTE_AGAIN_MS);
    }
    return true;
  }

  /** Gives back the claims of an endpoint that was paused or disabled. */
  async #giveBack(endpointId: string): Promise<void> {
    const { database, afterCommit } = this.#options;
    const claims = (this.#queues.get(endpointId)?.takeAll() ?? []).map(({ claim }) => claim);
    await releaseClaims(database, claims, afterCommit.clock());
  }

  /** Resolves when all claimed deliveries are sent and their results stored. */
  async settled(): Promise<void> {
    while (this.#sending > 0 || this.#noting !== null) await (this.#noting ?? world.pause(SETTLED_POLL_MS));
  }

  /** Gives back claims that are not being sent, and waits for the running requests. They have a deadline. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const id of this.#queues.keys()) await this.#giveBack(id);
    await this.settled();
  }
}

const SETTLED_POLL_MS = 5;

export type AboutAttempt = Readonly<Record<string, string | number>>;

const aboutAttempt = (
  { delivery_id, outcome, http_status, duration_ms }: Attempt,
  { event }: SentEvent,
  endpoint: EndpointRow,
  traceParent: TraceParent | null,
): AboutAttempt => ({
  request_id: event.request_id,
  ...(traceParent !== null && { trace_id: traceParent.traceId }),
  delivery_id,
  endpoint_id: endpoint.id,
  partner_id: endpoint.partner_id,
  event_id: event.id,
  type: event.type,
  outcome,
  ...(http_status !== null && { status: http_status }),
  duration_ms,
});

const forged = (endpointId: string) =>
  new DamageError('A delivery is of an event that is not in the feed of its partner.', endpointId);
