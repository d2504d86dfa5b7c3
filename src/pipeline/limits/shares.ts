import type { Caller } from '../../kernel/caller.ts';
import { type Clock, steadyMs } from '../../kernel/clock.ts';
import { type OperationError, refusal } from '../../kernel/errors.ts';
import type { LiveProcesses } from '../gateway.ts';
import type { Telemetry } from '../../engine/tracing/telemetry.ts';
import { type Buckets, Rates } from './rates.ts';
import { type RateLimitShare, sharingProcesses } from './sharing-processes.ts';
import { mayWait, RefusalPace, WaitingRefusals } from './refusal-pace.ts';
import { TokenBucket } from './token-bucket.ts';

/** Requests of one key at once: more than a busy integration sends, and few enough not to delay other keys. */
const REQUESTS_OF_KEY_MAX = 64;
/** Uploads of one key at once. More uploads would share its network and the storage, and would not be faster. */
const UPLOADS_OF_KEY_MAX = 4;
/** The share of a process's uploads that all keys of one partner may use. So other partners always find room. */
const UPLOADS_OF_PARTNER_SHARE = 1 / 2;
/** Tokens of an upload, which takes as much work as several requests. */
const UPLOAD_TOKENS = 10;
/** The cost of a GraphQL operation that one token covers. */
const COST_OF_TOKEN = 100;
/** Seconds until a client with too many requests or uploads at once should try again. */
const RETRY_REQUEST_SECONDS = 1;
const RETRY_UPLOAD_SECONDS = 5;
/** Keys and partners kept in memory. If there are more, all are dropped and begin again with full buckets. */
const KEPT_MAX = 10_000;

interface SharesOptions {
  /** Requests a second of one key over all processes. Null removes every limit for a single key. */
  readonly requestsPerSecond: number | null;
  /** Uploads of this process at once. */
  readonly uploadsMax: number;
  readonly rateLimitShare: RateLimitShare;
  readonly processes: LiveProcesses;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}

/** What all keys of a partner share. An operator has only the bucket of the key. */
interface Account {
  readonly bucket: TokenBucket | null;
  readonly refusals: RefusalPace;
  /** Running uploads. */
  uploads: number;
}

/** The buckets of one key, and the number of its running requests and uploads. */
class KeyShare implements Buckets {
  requests = 0;
  uploads = 0;
  readonly key: TokenBucket;
  readonly partner: TokenBucket | null;
  readonly account: Account;

  constructor(nowMs: number, account: Account) {
    this.key = new TokenBucket(nowMs);
    this.partner = account.bucket;
    this.account = account;
  }
}

/** What all keys of a process share. */
class Process {
  uploads = 0;
  readonly waitingRefusals = new WaitingRefusals();
  readonly uploadsMax: number;
  readonly uploadsOfPartnerMax: number;
  readonly rates: Rates | null;
  readonly elapsedMs: () => number;
  readonly telemetry: Telemetry;

  constructor({ requestsPerSecond, uploadsMax, rateLimitShare, processes, clock, telemetry }: SharesOptions) {
    const sharing = sharingProcesses(rateLimitShare, processes);
    this.uploadsMax = uploadsMax;
    this.uploadsOfPartnerMax = Math.max(
      UPLOADS_OF_KEY_MAX,
      Math.floor(uploadsMax * UPLOADS_OF_PARTNER_SHARE),
    );
    this.telemetry = telemetry;
    this.rates = requestsPerSecond === null ? null : new Rates(requestsPerSecond, sharing, telemetry);
    this.elapsedMs = steadyMs(clock);
  }
}

/** A request with a valid key, kept as a note of the request (`request-notes.ts`). */
export class Admission {
  readonly caller: Caller;
  readonly #process: Process;
  readonly #share: KeyShare;
  readonly #isUpload: boolean;
  readonly #mayWait: boolean;
  #isInside = false;
  #tokensTaken = 0;

  constructor(request: Request, caller: Caller, process: Process, share: KeyShare) {
    this.caller = caller;
    this.#process = process;
    this.#share = share;
    this.#isUpload = isUpload(request);
    this.#mayWait = mayWait(request);
  }

  /**
   * Throws `rate_limited` if the key is over its rate, `service_unavailable` if the process is full. If
   * refusals come close together, they are sent one after the other: the returned promise rejects in its turn.
   */
  enter(): Promise<never> | null {
    const refused = this.#charge(this.#isUpload ? UPLOAD_TOKENS : 1);
    if (refused !== null) return this.#refuse(refused);
    if (this.#isUpload) this.#enterUpload();
    else this.#enterRequest();
    this.#isInside = true;
    return null;
  }

  /** Takes more tokens for the cost of a GraphQL operation. The first token was taken before. */
  chargeCost(cost: number): void {
    const refused = cost > COST_OF_TOKEN ? this.#charge(cost / COST_OF_TOKEN - 1) : null;
    if (refused !== null) throw refused;
  }

  /** Ends the request. */
  leave(): void {
    if (!this.#isInside) return;
    this.#isInside = false;
    if (!this.#isUpload) {
      this.#share.requests -= 1;
      return;
    }
    this.#share.uploads -= 1;
    this.#share.account.uploads -= 1;
    this.#process.uploads -= 1;
    this.#process.telemetry.uploadEnded();
  }

  /** Adds headers with the rest of the share to the response. */
  addHeaders(response: Response): void {
    const { rates } = this.#process;
    if (rates === null) return;
    const { headers } = response;
    headers.set('RateLimit-Policy', rates.policy(this.#share));
    headers.set('RateLimit', rates.left(this.#share));
  }

  #charge(tokens: number): OperationError | null {
    const { rates, elapsedMs } = this.#process;
    const refused = rates?.take(this.#share, tokens, this.#tokensTaken, elapsedMs()) ?? null;
    if (refused === null) this.#tokensTaken += tokens;
    return refused;
  }

  #refuse(refused: OperationError): Promise<never> {
    const turn = this.#mayWait ? this.#share.account.refusals.next() : null;
    if (turn === null) throw refused;
    return turn.then(() => {
      throw refused;
    });
  }

  #enterRequest(): void {
    const { rates, telemetry } = this.#process;
    if (rates !== null && this.#share.requests >= REQUESTS_OF_KEY_MAX) {
      telemetry.limited('requests');
      throw refusal('rate_limited', `An API key has at most ${REQUESTS_OF_KEY_MAX} requests at once.`, {
        retryAfterSeconds: RETRY_REQUEST_SECONDS,
      });
    }
    this.#share.requests += 1;
  }

  #enterUpload(): void {
    const { rates, uploads, uploadsMax, uploadsOfPartnerMax, telemetry } = this.#process;
    const retry = { retryAfterSeconds: RETRY_UPLOAD_SECONDS };
    const tooMany =
      rates === null
        ? null
        : this.#share.uploads >= UPLOADS_OF_KEY_MAX
          ? `An API key has at most ${UPLOADS_OF_KEY_MAX} uploads at once.`
          : this.#share.account.uploads >= uploadsOfPartnerMax
            ? `All keys of a partner have at most ${uploadsOfPartnerMax} uploads at once.`
            : null;
    if (tooMany !== null) {
      telemetry.limited('uploads');
      throw refusal('rate_limited', tooMany, retry);
    }
    if (uploads >= uploadsMax) {
      telemetry.shed('upload');
      throw refusal(
        'service_unavailable',
        'The gateway cannot take another upload now; send it again later.',
        { ...retry, isLimit: true },
      );
    }
    this.#share.uploads += 1;
    this.#share.account.uploads += 1;
    this.#process.uploads += 1;
    telemetry.uploadBegan();
  }
}

export interface Shares {
  /** The request of a caller. Call `enter` to count it. */
  of(request: Request, caller: Caller): Admission;
}

/** The fair share of each key: requests a second, requests at once, and uploads at once. */
export function createShares(options: SharesOptions): Shares {
  const process = new Process(options);
  const ofKeys = new Map<string, KeyShare>();
  const ofPartners = new Map<string, Account>();
  const accountWith = (bucket: TokenBucket | null): Account => ({
    bucket,
    refusals: new RefusalPace(process.waitingRefusals),
    uploads: 0,
  });

  function accountOf(partnerId: string): Account {
    const known = ofPartners.get(partnerId);
    if (known !== undefined) return known;
    if (ofPartners.size >= KEPT_MAX) ofPartners.clear();
    const account = accountWith(new TokenBucket(process.elapsedMs()));
    ofPartners.set(partnerId, account);
    return account;
  }

  function shareOf({ actor, partnerId }: Caller): KeyShare {
    const known = ofKeys.get(actor);
    if (known !== undefined) return known;
    if (ofKeys.size >= KEPT_MAX) ofKeys.clear();
    const account = partnerId === null ? accountWith(null) : accountOf(partnerId);
    const share = new KeyShare(process.elapsedMs(), account);
    ofKeys.set(actor, share);
    return share;
  }

  return { of: (request, caller) => new Admission(request, caller, process, shareOf(caller)) };
}

/** Files come as multipart on both APIs. The media type is checked later. */
const isUpload = ({ method, headers }: Request): boolean =>
  method === 'POST' && headers.get('content-type')?.slice(0, 10).toLowerCase() === 'multipart/';
