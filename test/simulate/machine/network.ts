import { world } from '../../../src/kernel/world.ts';
import type { Scheduler } from '../world/scheduler.ts';
import type { Faults } from './faults.ts';
import type { GatewayProcess } from './gateway-process.ts';

/** Milliseconds on the way to a gateway or back. */
const WAY_MS = 20;
/** Milliseconds of a late response. */
const LATE_MS = 3_000;
/** Milliseconds after which a broken connection is noticed. */
const BROKEN_MS = 500;

/** A request that reached a gateway, or tried to. */
interface Sent {
  readonly by: string;
  readonly what: string;
  /** The place in the steps of the world. */
  readonly began: number;
  ended: number;
  /** Null as long as no response came. */
  status: number | null;
}

/** A change that was done, and its response. */
interface Kept {
  readonly request: { readonly url: string; readonly init: RequestInit };
  readonly text: string;
}

/** Between callers and gateways: it picks the gateway, and loses and delays what passes. */
export class Network {
  readonly #scheduler: Scheduler;
  readonly #faults: Faults;
  readonly #processes: readonly GatewayProcess[];
  readonly sent: Sent[] = [];
  /** The first response to each idempotency key. */
  readonly kept = new Map<string, Kept>();
  /** Keys whose later response had other bytes. */
  readonly changedReplays: string[] = [];

  constructor(scheduler: Scheduler, faults: Faults, processes: readonly GatewayProcess[]) {
    this.#scheduler = scheduler;
    this.#faults = faults;
    this.#processes = processes;
  }

  /** As the global `fetch`. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const sent: Sent = {
      by: this.#scheduler.owner,
      what: `${request.method} ${new URL(request.url).pathname}`,
      began: this.#scheduler.steps.length,
      ended: Infinity,
      status: null,
    };
    this.sent.push(sent);
    const response = await this.#unlessAborted(this.#carry(request), request.signal);
    sent.ended = this.#scheduler.steps.length;
    sent.status = response.status;
    return this.#keep(request, init, response);
  };

  async #keep(request: Request, init: RequestInit | undefined, response: Response): Promise<Response> {
    const key = request.headers.get('idempotency-key');
    const text = key === null ? null : await textOfDone(response);
    if (key === null || text === null || init === undefined) return response;
    const kept = this.kept.get(key);
    if (kept === undefined)
      this.kept.set(key, { request: { url: request.url, init: withoutSignal(init) }, text });
    else if (kept.text !== text) this.changedReplays.push(`${key}: ${kept.text} became ${text}`);
    return response;
  }

  /** A proxy may send a request with a key to two gateways at once. It answers when both have, with what was done. */
  async #carry(request: Request): Promise<Response> {
    if (!request.headers.has('idempotency-key') || !this.#faults.happens('sent twice'))
      return this.#carryOnce(request);
    const answers = await Promise.allSettled([request.clone(), request].map((each) => this.#carryOnce(each)));
    const texts = await Promise.all(
      answers.map(async (answer) => (answer.status === 'fulfilled' ? textOfDone(answer.value) : null)),
    );
    const [one, two] = texts;
    if (typeof one === 'string' && typeof two === 'string' && one !== two)
      this.changedReplays.push(`${one} and at the same time ${two}`);
    const at = texts.findIndex((text) => text !== null);
    if (at >= 0 && (await Promise.all(answers.map(isRefusedAsRepeated))).includes(true))
      this.changedReplays.push(`${texts[at]} and at the same time a refusal, because it is there already`);
    const answer = answers[at] ?? answers.find(({ status }) => status === 'rejected') ?? answers[0];
    if (answer?.status === 'fulfilled') return answer.value;
    throw answer?.reason;
  }

  async #carryOnce(request: Request): Promise<Response> {
    const faults = this.#faults;
    await world.pause(1 + faults.below(WAY_MS));
    if (faults.happens('lost request')) await this.#broken();
    const up = this.#processes.filter(({ isUp }) => isUp);
    const process = up[faults.below(Math.max(1, up.length))];
    if (process === undefined) return this.#broken();
    const answer = process.answer(request);
    if (faults.happens('lost connection')) {
      // The gateway goes on, and nothing hears of it.
      answer.catch(() => {});
      await this.#broken(WAY_MS);
    }
    const response = await answer;
    await world.pause(1 + faults.below(faults.happens('late response') ? LATE_MS : WAY_MS));
    if (faults.happens('lost response')) await this.#broken();
    return response;
  }

  async #broken(withinMs = BROKEN_MS): Promise<never> {
    await world.pause(1 + this.#faults.below(withinMs));
    throw new TypeError('fetch failed');
  }

  async #unlessAborted(response: Promise<Response>, signal: AbortSignal): Promise<Response> {
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([response, aborted]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

/** The body of a response that says that the work is done; null otherwise. GraphQL answers refusals with 200, too. */
async function textOfDone(response: Response): Promise<string | null> {
  const text = response.status === 200 ? await response.clone().text() : null;
  return text?.includes('"errors"') === true ? null : text;
}

/** Every report of a world has a reference of its own. So the repayment that it repeats was made by the same request. */
const isRefusedAsRepeated = async (answer: PromiseSettledResult<Response>): Promise<boolean> =>
  answer.status === 'fulfilled' && (await answer.value.clone().text()).includes('"repayment_duplicate"');

/** The attempt of a client has a deadline; a later one has its own. */
const withoutSignal = (init: RequestInit): RequestInit => ({ ...init, signal: null });
