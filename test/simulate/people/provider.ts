import type { SettlementEvent, SettlementStatus } from '../../../src/nouns/settlement/settlement.machine.ts';
import { world } from '../../../src/kernel/world.ts';
import type { Person } from '../scene.ts';
import type { Books, KnownSettlement } from './books.ts';
import { move, read, second } from './deeds.ts';
import { confirm, record, refund, reverse, waive } from './money.ts';

const PIECES = 8;
const PAUSE_MS = 200;

/** What a person most likely does with a settlement. */
const USUAL: Readonly<Record<SettlementStatus, readonly SettlementEvent[]>> = {
  submitted: ['approve', 'approve', 'approve', 'deny'],
  approved: ['withdraw', 'disburse'],
  accepted: ['disburse', 'disburse', 'disburse', 'revoke'],
  denied: [],
  rejected: [],
  funded: [],
  repaid: [],
};
const MONEY = [record, together, together, confirm, reverse, waive, refund] as const;

/** A person of the provider, who works on what there is. */
export async function operator(books: Books, person: Person): Promise<void> {
  for (let piece = 0; piece < books.piecesOf(PIECES); piece += 1) {
    const settlement = books.settlement();
    if (settlement !== undefined) await work(books, person, settlement);
    await world.pause(1 + books.below(PAUSE_MS));
  }
}

async function work(books: Books, person: Person, settlement: KnownSettlement): Promise<void> {
  const choice = books.below(10);
  if (choice < 2) return read(books, settlement, settlement.of);
  if (choice < 4 && books.pending.length > 0) return second(books, person);
  const event = books.pick(USUAL[settlement.status]);
  if (event !== undefined && choice < 9) {
    await move(books, person, settlement, event);
    return read(books, settlement, settlement.of);
  }
  await books.pick(MONEY)?.(books, person, settlement);
}

/** All people of the provider enter money for one settlement at one moment. */
async function together(books: Books, _person: Person, settlement: KnownSettlement): Promise<void> {
  await Promise.all(books.scene.people.map((each) => record(books, each, settlement)));
}
