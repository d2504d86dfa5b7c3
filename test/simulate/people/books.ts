import type { SettlementStatus } from '../../../src/nouns/settlement/settlement.machine.ts';
import { type Chance, chance } from '../../support/crash/chance.ts';
import type { Call } from '../history/linearizable.ts';
import type { Deed, Seen } from '../history/settlement-model.ts';
import type { Scene } from '../scene.ts';
import type { Scheduler } from '../world/scheduler.ts';

interface KnownRepayment {
  readonly id: string;
  /** As the history names it. */
  readonly name: string;
  readonly amount: number;
  state: 'reported' | 'received';
}

export interface KnownSettlement {
  readonly id: string;
  /** The first letters of a story: settlement 1, 2, 3. */
  readonly name: string;
  readonly of: 'acme' | 'lotus';
  readonly first: SettlementStatus;
  /** As a caller saw it last. */
  status: SettlementStatus;
  readonly calls: Call<Deed, Seen>[];
  /** The repayments that the callers know. */
  readonly repayments: KnownRepayment[];
}

/** A thing that was made once, by an answer that came or did not. */
export interface Made {
  readonly kind: 'customer' | 'settlement';
  /** What the maker alone names: the amount, or the external id. */
  readonly mark: string;
  readonly hasKey: boolean;
  /** The id that the answer has; null without an answer; `refused` if the gateway said no. */
  id: string | null;
}

/** Pictures that were sent for one customer; they replace the ones before. */
interface Uploaded {
  readonly customer: string;
  readonly hashes: readonly string[];
  readonly began: number;
  ended: number;
  isStored: boolean;
}

/** Begins the lines of a story about what no gateway may do. */
export const WRONG = 'WRONG: ';

/** What all callers of a world know and did, for the checks. */
export class Books {
  readonly scene: Scene;
  readonly settlements: KnownSettlement[] = [];
  readonly made: Made[] = [];
  /** Changes that wait for a second person, and who asked for them. */
  readonly pending: { readonly id: string; readonly maker: string; readonly settlement: KnownSettlement }[] =
    [];
  readonly uploads: Uploaded[] = [];
  /** What no gateway may do. */
  readonly wrongs: string[] = [];
  readonly story: string[] = [];
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;
  #marks = 0;

  /** The part of their usual work that the people of this world do. */
  readonly #share: number;

  constructor(scene: Scene, scheduler: Scheduler, { seed, share }: { seed: number; share: number }) {
    this.scene = scene;
    this.#scheduler = scheduler;
    this.#chance = chance(seed ^ 0xb00c5);
    this.#share = share;
    this.#begin();
  }

  /** What the callers know of the scene. */
  #begin(): void {
    for (const { id, of, status, reported, waits } of this.scene.settlements) {
      const settlement = this.know(id, of, status);
      if (reported !== undefined)
        settlement.repayments.push({ ...reported, name: 'a report of the scene', state: 'reported' });
      if (waits !== undefined) this.pending.push({ id: waits, maker: 'Ann', settlement });
    }
  }

  /** How much a person does in this world, who usually does so much. */
  piecesOf(usual: number): number {
    return Math.ceil(usual * this.#share);
  }

  /** A settlement to work on: half of the time that of the money, so that people meet there. */
  settlement(of?: KnownSettlement['of']): KnownSettlement | undefined {
    const own = this.settlements.filter((each) => of === undefined || each.of === of);
    return this.below(2) === 0 ? own[0] : this.pick(own);
  }

  get step(): number {
    return this.#scheduler.steps.length;
  }

  get now(): number {
    return this.#scheduler.now;
  }

  below(count: number): number {
    return this.#chance.below(count);
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(Math.max(1, items.length))];
  }

  /** A number that no other thing of this world has. */
  mark(): number {
    this.#marks += 1;
    return this.#marks;
  }

  tell(line: string): void {
    this.story.push(`${(this.#scheduler.now / 1_000).toFixed(3)} s: ${line}`);
    this.#scheduler.note(`story ${line}`);
  }

  wrong(line: string): void {
    this.wrongs.push(line);
    this.tell(`${WRONG}${line}`);
  }

  know(id: string, of: 'acme' | 'lotus', first: SettlementStatus): KnownSettlement {
    const name = `settlement ${this.settlements.length + 1}`;
    const known: KnownSettlement = { id, name, of, first, status: first, calls: [], repayments: [] };
    this.settlements.push(known);
    return known;
  }

  /** Does something to a settlement, and notes when it began and ended, and what was seen. */
  async deed<Result>(
    { calls, name }: KnownSettlement,
    by: string,
    input: Deed,
    work: () => Promise<{ readonly result: Result; readonly seen: Seen | null; readonly input?: Deed }>,
  ): Promise<Result> {
    const began = this.step;
    const { result, seen, input: known = input } = await work();
    const ended = seen === null ? Infinity : this.step;
    calls.push({ input: known, output: seen, began, ended });
    this.tell(`${by} wants to ${deedText(known)} ${name}: ${seenText(seen)}`);
    return result;
  }
}

const deedText = (deed: Deed): string => {
  if (deed.kind === 'move') return deed.event;
  return 'amount' in deed ? `${deed.kind} ${deed.amount} of` : deed.kind;
};

function seenText(seen: Seen | null): string {
  if (seen === null) return 'no answer';
  if (seen.kind === 'state') return `${seen.status}${seen.owed === null ? '' : `, ${seen.owed} owed`}`;
  return seen.kind === 'done' ? 'done' : seen.code;
}
