import { AsyncLocalStorage } from 'node:async_hooks';
import { type Chance, chance } from '../../support/crash/chance.ts';

/** Work that waits for its turn. */
export interface Task {
  readonly owner: string;
  readonly name: string;
  /** The earliest time of its turn, in milliseconds since the begin of the world. */
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** The owner of work that no process and no person began. */
const WORLD = 'world';

/**
 * Gives turns to the work of all owners, one piece at a time, as the seed says. An owner is a process or a person of
 * the world. What one owner wants to do at once is done in its order, as in a real process; which owner is next is left
 * to the seed. Time passes only when no owner has anything to do, and then up to the next timer.
 */
export class Scheduler {
  readonly #rest: () => Promise<void>;
  readonly #chance: Chance;
  readonly #owner = new AsyncLocalStorage<string>();
  readonly #soon = new Map<string, Task[]>();
  readonly #timers = new Set<Task>();
  readonly #steps: string[] = [];
  #order = 0;
  #now = 0;

  /** `rest` resolves when all that the last turn began is done, as far as it needs no other turn. */
  constructor(seed: number, rest: () => Promise<void>) {
    this.#chance = chance(seed);
    this.#rest = rest;
  }

  get now(): number {
    return this.#now;
  }

  get owner(): string {
    return this.#owner.getStore() ?? WORLD;
  }

  /** Every step of the world until now, one line each. */
  get steps(): readonly string[] {
    return this.#steps;
  }

  note(line: string): void {
    this.#steps.push(`${this.#now} ${line}`);
  }

  /** Does something in the name of an owner, with all that follows from it. */
  as<Result>(owner: string, work: () => Result): Result {
    return this.#owner.run(owner, work);
  }

  soon(run: () => void, name = 'turn'): Task {
    const task = this.#task(run, 0, name);
    const queue = this.#soon.get(task.owner);
    if (queue === undefined) this.#soon.set(task.owner, [task]);
    else queue.push(task);
    return task;
  }

  after(run: () => void, ms: number, name = 'timer'): Task {
    const task = this.#task(run, Math.max(1, Math.trunc(ms) || 0), name);
    this.#timers.add(task);
    return task;
  }

  cancel(task: Task): void {
    this.#timers.delete(task);
    const queue = this.#soon.get(task.owner);
    const at = queue?.indexOf(task) ?? -1;
    if (at >= 0) queue?.splice(at, 1);
  }

  /** The owner dies: nothing that it waits for will ever come. */
  drop(owner: string): void {
    this.#soon.delete(owner);
    for (const task of this.#timers) if (task.owner === owner) this.#timers.delete(task);
  }

  /** Gives turns until `isDone`, or until nothing is left to do. Returns whether it is done. */
  async runUntil(isDone: () => boolean | Promise<boolean>): Promise<boolean> {
    await this.#rest();
    while (!(await isDone())) {
      if (!this.#step()) return false;
      await this.#rest();
    }
    return true;
  }

  #task(run: () => void, ms: number, name: string): Task {
    return { owner: this.owner, name, at: this.#now + ms, order: this.#order++, run };
  }

  #step(): boolean {
    const task = this.#next();
    if (task === null) return false;
    this.cancel(task);
    this.note(`${task.owner} ${task.name}`);
    this.as(task.owner, task.run);
    return true;
  }

  /** The first work of an owner, or a timer that is due; without any, the next timer. */
  #next(): Task | null {
    const ready: Task[] = [];
    for (const [first] of this.#soon.values()) if (first !== undefined) ready.push(first);
    for (const timer of this.#timers) if (timer.at <= this.#now) ready.push(timer);
    if (ready.length > 0) return ready[this.#chance.below(ready.length)] ?? null;
    let next: Task | null = null;
    for (const timer of this.#timers) if (next === null || isBefore(timer, next)) next = timer;
    if (next !== null) this.#now = next.at;
    return next;
  }
}

const isBefore = (a: Task, b: Task): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
