import type { Chance } from '../../../../support/crash/chance.ts';
import { settlementBody } from '../../../../support/gateway.ts';
import type { Answered, Stage } from './stage.ts';

export const AMOUNT = 100_000;

interface Moment {
  readonly path: string;
  readonly text: string;
}

interface Repayment {
  readonly repayment_id: string;
  readonly amount: number;
  readonly status: string;
  readonly received_on: string;
  readonly reversal: { readonly kind: string } | null;
  readonly allocated: Readonly<Record<'principal' | 'fee' | 'excess' | 'recovery', number>>;
}

/** An entry as the database has it. */
interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly effective_on: string;
  readonly legs: readonly (readonly [string, number])[];
  readonly mirrors: string | null;
}

/** The life of one settlement, step by step. */
export class Story {
  readonly stage: Stage;
  readonly chance: Chance;
  readonly id: string;
  readonly partner: Stage['owners'][number]['partner'];
  /** What was told until now, for a failure. */
  readonly told: string[] = [];
  /** Statements of earlier moments, as they were read then. */
  readonly moments: Moment[] = [];
  #references = 0;

  constructor(stage: Stage, chance: Chance, { id, partner }: Pick<Story, 'id' | 'partner'>) {
    this.stage = stage;
    this.chance = chance;
    this.id = id;
    this.partner = partner;
  }

  pick<Item>(items: readonly Item[]): Item | null {
    return items[this.chance.below(items.length)] ?? null;
  }

  /** An amount of a part of the whole; sometimes all, and sometimes more. */
  partOf(whole: number): number {
    const percent = this.pick([1, 7, 30, 50, 100, 100, 130]) ?? 1;
    return Math.max(1, Math.floor((whole * percent) / 100));
  }

  /** A day until today, seldom one that is not allowed. */
  dayFrom(first: string): string {
    const days = Math.round((Date.parse(this.stage.today()) - Date.parse(first)) / DAY_MS);
    const offset = this.chance.below(12) === 0 ? days + 1 : this.chance.below(days + 1);
    return dayAfter(first, offset);
  }

  /** A reference: mostly a new one, sometimes one of before, or none. */
  reference(): string | null {
    const luck = this.chance.below(8);
    if (luck === 0) return null;
    if (luck > 1) this.#references += 1;
    return `ref ${this.#references}`;
  }

  operator(document: string, variables: Readonly<Record<string, unknown>>): Promise<Answered> {
    return this.stage.mutate(this.stage.admin, document, variables);
  }

  ofPartner(document: string, variables: Readonly<Record<string, unknown>>): Promise<Answered> {
    return this.stage.mutate(this.partner, document, variables);
  }

  async settlement() {
    return (await this.partner.rest('GET', `/v1/instant-settlements/${this.id}`)).json;
  }

  async repayments(): Promise<readonly Repayment[]> {
    const path = `/v1/instant-settlements/${this.id}/repayments?limit=100`;
    return (await this.partner.rest('GET', path)).json.items;
  }

  async entries(): Promise<readonly Entry[]> {
    const rows = await this.stage.gateway.database.reads
      .selectFrom('ledger_entry')
      .select(['id', 'kind', 'effective_on', 'legs', 'mirrors'])
      .where('settlement_id', '=', this.id)
      .orderBy('id')
      .execute();
    return rows.map(({ legs, ...row }) => ({ ...row, legs: JSON.parse(legs) }));
  }

  statementPath = (query = '') => `/v1/instant-settlements/${this.id}/statement?limit=100${query}`;
}

const DAY_MS = 86_400_000;
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** A story of a settlement that was just paid out. */
export async function beginStory(stage: Stage, chance: Chance): Promise<Story> {
  const owner = stage.owners[chance.below(2)] ?? stage.owners[0];
  const body = settlementBody(owner.customerId, { amount: AMOUNT, settlement_period: 30 });
  const { json } = await owner.partner.rest('POST', '/v1/instant-settlements', body);
  const story = new Story(stage, chance, { id: json.funding_id, partner: owner.partner });
  const approve = 'mutation ($id: ID!) { approveInstantSettlement(id: $id, interestRate: 0.06) { id } }';
  await story.operator(approve, { id: story.id });
  await story.ofPartner('mutation ($id: ID!) { acceptInstantSettlement(id: $id) { id } }', { id: story.id });
  stage.pass(chance.below(3) * 24);
  return story;
}
