import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { version } from '../../kernel/version.ts';
import type { KeptSpan } from './kept-span.ts';
import type { SenderSettings } from './sender-thread.js';

const THREAD = new URL('./sender-thread.js', import.meta.url);
const THREAD_MIB = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 } as const;
/** Milliseconds after the end of a thread that failed until the next one starts. */
const RESTART_MS = 10_000;
/** Spans wait half of the two seconds for others here, and half in the thread. */
const GATHER_MS = 1_000;
/** So many are passed to the thread at once. */
const GATHERED_MAX = 256;
/** Spans that may wait on each side; further ones are dropped. */
const WAITING_MAX = 2_048;
/** The deadline of a batch. */
const EXPORT_MS = 5_000;
/** The deadline for the last batch when the process ends. */
const LAST_EXPORT_MS = 2_000;

interface SpanSenderSettings {
  /** The base of the address of a collector that speaks OTLP over HTTP. */
  readonly endpoint: string;
  /** Headers for the collector, such as one with its key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/** Sends spans to a collector, by a thread that alone loads OpenTelemetry. What cannot be sent is dropped. */
export class SpanSender {
  readonly #settings: SenderSettings;
  #gathered: KeptSpan[] = [];
  #soon: NodeJS.Timeout | null = null;
  #thread: Worker | null = null;
  /** Whether the thread has not taken yet what it was passed. */
  #isTaking = false;
  #mayStartAt = 0;

  constructor({ endpoint, headers, serviceName }: SpanSenderSettings) {
    const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
    const limits = { batchMs: GATHER_MS, waitingMax: WAITING_MAX, deadlineMs: EXPORT_MS };
    this.#settings = { url, headers: { ...headers }, serviceName, version, ...limits };
    this.#start();
  }

  add(span: KeptSpan): void {
    if (this.#gathered.length === WAITING_MAX) return;
    this.#gathered.push(span);
    this.#passSoon();
  }

  /** Sends the spans that were not sent yet, and waits at most so long for it. */
  async stop(deadlineMs = LAST_EXPORT_MS): Promise<void> {
    const thread = this.#thread;
    this.#stopWaiting();
    if (thread === null) return;
    const ended = once(thread, 'exit').catch(() => {});
    thread.ref();
    thread.postMessage(this.#taken());
    thread.postMessage(null);
    await Promise.race([ended, wait(deadlineMs, undefined, { ref: false })]);
    await thread.terminate();
  }

  #passSoon(): void {
    if (this.#gathered.length >= GATHERED_MAX) this.#pass();
    else this.#soon ??= setTimeout(() => this.#pass(), GATHER_MS).unref();
  }

  #pass(): void {
    this.#stopWaiting();
    if (this.#isTaking) return;
    if (!this.#start()) {
      this.#soon = setTimeout(() => this.#pass(), RESTART_MS).unref();
      return;
    }
    this.#isTaking = true;
    this.#thread?.postMessage(this.#taken());
  }

  #stopWaiting(): void {
    if (this.#soon !== null) clearTimeout(this.#soon);
    this.#soon = null;
  }

  #taken(): readonly KeptSpan[] {
    const spans = this.#gathered;
    this.#gathered = [];
    return spans;
  }

  /** Whether a thread runs, after one was started if it may be. */
  #start(): boolean {
    if (this.#thread !== null) return true;
    if (performance.now() < this.#mayStartAt) return false;
    const thread = new Worker(THREAD, {
      workerData: this.#settings,
      execArgv: [],
      // What the exporter and the resource read.
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('OTEL_'))),
      resourceLimits: THREAD_MIB,
      name: 'spans',
    });
    thread.on('message', () => {
      this.#isTaking = false;
      if (this.#gathered.length > 0) this.#passSoon();
    });
    // Its end follows, and without a listener the process would end, too.
    thread.on('error', () => {});
    thread.on('exit', () => {
      this.#thread = null;
      this.#isTaking = false;
      this.#mayStartAt = performance.now() + RESTART_MS;
    });
    // It keeps no process alive.
    thread.unref();
    this.#thread = thread;
    return true;
  }
}
