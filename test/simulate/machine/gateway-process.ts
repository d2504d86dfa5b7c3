import { createApp, type App } from '../../../src/app.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import type { Outbound } from '../../../src/engine/outbound/outbound.ts';
import { ConfigError } from '../../../src/kernel/config-error.ts';
import { OperationError } from '../../../src/kernel/errors.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { NO_LOAD } from '../../../src/pipeline/limits/load.ts';
import { readConfig } from '../../../src/run/config/config.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { requireTrail } from '../../../src/run/open/require-trail.ts';
import { startHeartBeat } from '../../../src/run/upkeep/heart-beat.ts';
import { startHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { startRelaying } from '../../../src/run/upkeep/relaying.ts';
import { startWatchingProgress } from '../../../src/run/upkeep/watching-progress.ts';
import { startWebhooks } from '../../../src/run/upkeep/webhooks.ts';
import type { WorldDatabase } from '../database/world-database.ts';
import type { Scheduler } from '../world/scheduler.ts';
import type { Faults } from './faults.ts';
import { faultyStorage } from './faulty-parts.ts';

interface Machine {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly outbound: Outbound;
  readonly database: WorldDatabase;
  /** The secrets of a process that starts now. */
  readonly environment: () => NodeJS.ProcessEnv;
  /** A line of the story. */
  readonly tell: (line: string) => void;
}

/**
 * One of so many processes has the chores of a minute; each has that starts at the end. A round costs as much as ten
 * requests, and changes next to nothing.
 */
const CHORES_ONE_OF = 3;

/** Milliseconds until a process that did not start is started again. */
const AGAIN_MS = 1_000;

/** Waits for the response of a process that may die first. */
interface Waiting {
  fail(): void;
}

/** A gateway as `startProcess` starts it, without the listener. It can be killed at any step, and started again. */
export class GatewayProcess {
  readonly name: string;
  readonly #machine: Machine;
  readonly #waiting = new Set<Waiting>();
  /** Failures that the gateway logged, other than outages. */
  readonly failures: string[] = [];
  #life = 0;
  #isStarted = false;
  #app: App | null = null;

  constructor(name: string, machine: Machine) {
    this.name = name;
    this.#machine = machine;
  }

  get isUp(): boolean {
    return this.#app !== null;
  }

  /** Whether its connections may fail: a start would most often fail before the process is up. */
  mayFail(owner: string): boolean {
    return this.isUp && owner === this.#owner();
  }

  #owner = (): string => `${this.name}/${this.#life}`;

  /** Begins a new life. */
  start(): void {
    const { scheduler, tell } = this.#machine;
    if (this.#isStarted) return;
    this.#isStarted = true;
    const life = this.#life;
    scheduler.as(this.#owner(), () => {
      const begin = async () => {
        const app = await this.#open();
        if (life !== this.#life) return;
        this.#app = app;
        tell(`${this.name} is up`);
      };
      const fail = (error: unknown) => {
        if (life === this.#life) this.#failToStart(error);
      };
      // By its turn, so that the seed says which process is first.
      scheduler.soon(() => void begin().catch(fail), 'start');
    });
  }

  /** What keeps gateways running starts it again if its server is away. */
  #failToStart(error: unknown): void {
    const { scheduler, database, tell } = this.#machine;
    if (database.restart === null || !(error instanceof ConfigError || error instanceof OperationError)) {
      this.failures.push(`${this.name} did not start: ${String(error)}`);
      return;
    }
    tell(`${this.name} does not start, because the database does not answer`);
    this.kill();
    scheduler.as('fate', () => void scheduler.after(() => this.start(), AGAIN_MS));
  }

  kill(): void {
    const { scheduler, database } = this.#machine;
    scheduler.drop(this.#owner());
    database.endOf(this.#owner());
    this.#app = null;
    this.#isStarted = false;
    this.#life += 1;
    for (const waiting of this.#waiting) waiting.fail();
    this.#waiting.clear();
  }

  /** The response to a request. Rejects if the process dies before. */
  answer(request: Request): Promise<Response> {
    const { scheduler } = this.#machine;
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const app = this.#app;
    if (app === null) return Promise.reject(new TypeError('fetch failed'));
    const waiting = { fail: () => reject(new TypeError('fetch failed')) };
    this.#waiting.add(waiting);
    scheduler.as(this.#owner(), () => {
      scheduler.soon(
        () => {
          void wholeResponse(app, request)
            .then(resolve, reject)
            .finally(() => this.#waiting.delete(waiting));
        },
        `${request.method} ${new URL(request.url).pathname}`,
      );
    });
    return promise;
  }

  async #open(): Promise<App> {
    const { faults, outbound, database, environment, tell } = this.#machine;
    const config = readConfig(environment());
    const onFault = (what: string) => tell(`${this.name}: ${what}`);
    const opened = await openGateway(config, systemClock);
    const gateway = {
      ...opened,
      database: database.faulty(opened.database, faults, onFault),
      blobs: faultyStorage(opened.blobs, faults, onFault),
      outbound,
    };
    const log = createLogger('info', { write: (line) => this.#noteFailure(line) });
    await requireTrail(gateway, log);
    const app = createApp(gateway, config, log, NO_LOAD);
    startHeartBeat(gateway.processes, log);
    startWatchingProgress(gateway, log);
    startRelaying(gateway, log);
    startWebhooks(gateway, config, log);
    if (faults.isOver || faults.below(CHORES_ONE_OF) === 0) startHousekeeping(gateway, log);
    return app;
  }

  #noteFailure(line: string): void {
    const { level, msg, code, error } = JSON.parse(line);
    if (level < ERROR || OUTAGES.includes(code) || error === SERVER_OUTAGE) return;
    this.failures.push(`${this.name} logs ${msg}: ${line.trim()}`);
  }
}

/** The codes of failures that a world causes. */
const OUTAGES: readonly unknown[] = [
  'service_unavailable',
  'ENOSPC',
  'DRIVER_FAULT',
  // The issuer answered an error, or not in time.
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_TIMEOUT',
];
/** The name of the error if a server or the way to it fails; its code is that of the server or of Node. */
const SERVER_OUTAGE = 'DatabaseUnavailable';
/** The level of errors in the log. */
const ERROR = 50;

/** The client has it when all of it has come. */
async function wholeResponse(app: App, request: Request): Promise<Response> {
  const { status, headers, ...response } = await app.fetch(request).then(async (got) => ({
    status: got.status,
    headers: [...got.headers],
    bytes: await got.arrayBuffer(),
  }));
  return new Response(status === NO_CONTENT ? null : response.bytes, {
    status,
    headers: new Headers(headers),
  });
}

const NO_CONTENT = 204;
