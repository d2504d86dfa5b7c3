import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { type Timer, world } from '../../kernel/world.ts';

interface Options {
  /** The name in debuggers, in the system and in errors. */
  readonly name: string;
  /** The limits of its heap, in mebibytes. */
  readonly memory: ResourceLimits;
  /** Data for the thread at its start. */
  readonly data?: unknown;
  /** Milliseconds from a failure of a thread until another may start. */
  readonly restartMs?: number;
  /** The thread ends after so many milliseconds without a task. The next task starts it again. */
  readonly idleMs?: number;
  /** Makes the error for tasks of a lost thread; by default the error is the cause. */
  readonly lost?: (cause: unknown) => unknown;
}

/**
 * A thread that does one task after another. It responds to each message with one message, and ends at the message
 * null. It may send null when it has loaded everything that it needs.
 *
 *     none --start, run--> loading --null--> ready
 *       ^                     |                 |
 *       +---- end, failure, idle, stop ---------+    a failure and stop reject what waits
 */
export class TaskThread<Task, Result> {
  readonly #file: URL;
  readonly #options: Options;
  #worker: Worker | null = null;
  #ready = Promise.withResolvers<void>();
  #isReady = false;
  #isClosing = false;
  #mayStartAt = 0;
  #idle: Timer | undefined;
  /** The tasks that were sent and are not done. */
  readonly #waiting: PromiseWithResolvers<Result>[] = [];

  constructor(file: URL, options: Options) {
    this.#file = file;
    this.#options = options;
  }

  /** Whether it has loaded what it needs. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** The running thread, or null. */
  get worker(): Worker | null {
    return this.#worker;
  }

  /** Starts the thread if none runs. */
  start(): void {
    if (this.#worker !== null || world.elapsedMs() < this.#mayStartAt) return;
    const { name, memory, data } = this.#options;
    const worker = new Worker(this.#file, {
      workerData: data,
      // Options are not inherited: the options of the process load the bundle, and NODE_OPTIONS may preload code that
      // must run only once.
      execArgv: [],
      env: {},
      resourceLimits: memory,
      name,
    });
    this.#worker = worker;
    this.#ready = Promise.withResolvers();
    this.#ready.promise.catch(() => {});
    worker.on('message', (message: Result | null) => this.#receive(message));
    // Without a listener, an error would end the process.
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error(`The thread ${name} has ended.`)));
    // An idle thread must not keep the process alive.
    worker.unref();
  }

  /** Starts the thread, and resolves when it has loaded what it needs. */
  async whenReady(): Promise<void> {
    this.start();
    await this.#ready.promise;
  }

  /** Does a task; rejects if the thread ends. */
  async run(task: Task, transfer: readonly Transferable[] = []): Promise<Result> {
    this.start();
    const worker = this.#worker;
    if (worker === null) throw this.#lost(new Error(`No thread ${this.#options.name} runs.`));
    // Throws if the task cannot be copied.
    worker.postMessage(task, transfer);
    worker.ref();
    world.cancel(this.#idle);
    const done = Promise.withResolvers<Result>();
    this.#waiting.push(done);
    return done.promise;
  }

  /** Ends the thread when it has done its tasks. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#isClosing = true;
    const exited = Promise.withResolvers<number>();
    worker.once('exit', exited.resolve);
    // The thread keeps the process alive until then.
    worker.ref();
    worker.postMessage(null);
    await exited.promise;
  }

  /** Ends the thread at once. */
  async stop(cause: Error = new Error(`The thread ${this.#options.name} was stopped.`)): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#lose(worker, cause);
    await worker.terminate();
  }

  #receive(message: Result | null): void {
    if (message === null) {
      this.#isReady = true;
      this.#ready.resolve();
    } else this.#waiting.shift()?.resolve(message);
    if (this.#waiting.length > 0 || this.#isClosing) return;
    this.#worker?.unref();
    const { idleMs } = this.#options;
    if (idleMs !== undefined) this.#idle = world.after(() => void this.stop(), idleMs).unref();
  }

  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#isReady = false;
    this.#isClosing = false;
    this.#mayStartAt = world.elapsedMs() + (this.#options.restartMs ?? 0);
    world.cancel(this.#idle);
    this.#ready.reject(cause);
    for (const each of this.#waiting.splice(0)) each.reject(this.#lost(cause));
  }

  #lost(cause: unknown): unknown {
    return this.#options.lost === undefined ? cause : this.#options.lost(cause);
  }
}
