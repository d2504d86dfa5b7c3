import type { Scheduler } from '../world/scheduler.ts';

interface Load {
  readonly name: string;
  readonly pass: () => void;
}

/** One direction of a connection. What it carries keeps its order, and each piece waits for its turn. */
export class Direction {
  readonly #scheduler: Scheduler;
  readonly #name: string;
  readonly #delayMs: () => number;
  readonly #waiting: Load[] = [];
  #isMoving = false;

  /** `delayMs` says by how much the next piece is late. */
  constructor(scheduler: Scheduler, name: string, delayMs: () => number) {
    this.#scheduler = scheduler;
    this.#name = name;
    this.#delayMs = delayMs;
  }

  push(name: string, pass: () => void): void {
    this.#waiting.push({ name, pass });
    this.#move();
  }

  /** What is on its way is lost. */
  end(): void {
    this.#waiting.length = 0;
    this.#isMoving = true;
    this.#scheduler.drop(this.#name);
  }

  #move(): void {
    const load = this.#isMoving ? undefined : this.#waiting.shift();
    if (load === undefined) return;
    this.#isMoving = true;
    const pass = () => {
      this.#isMoving = false;
      load.pass();
      this.#move();
    };
    const ms = this.#delayMs();
    this.#scheduler.as(this.#name, () => {
      if (ms > 0) this.#scheduler.after(pass, ms, load.name);
      else this.#scheduler.soon(pass, load.name);
    });
  }
}
