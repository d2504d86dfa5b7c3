import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import { approvePending, openPeople, type People } from '../../support/fixtures/people.ts';
import { ALL_ON, type Change, CHANGES, send } from './changes.ts';

interface Move {
  /** Moves the object of the change while the change waits. */
  readonly move: (id: string) => Promise<unknown>;
  /** What the second person learns by the same button; null if the change is asked for anew. */
  readonly code: string | null;
}

let people: People;
const ids = new Map<string, string | null>();

/** One person makes a change that needs no second one. */
async function alone(mutation: string, id: string) {
  expect(await send(people.ann, mutation, id)).toMatchObject({ code: null, pending: null });
}

/** Two people make a change. */
async function together(mutation: string, id: string | null) {
  expect(await send(people.ann, mutation, id)).toMatchObject({ code: null, pending: { maker: 'Ann' } });
  expect(await send(people.bob, mutation, id)).toMatchObject({ code: null, pending: null });
}

const repay = (id: string) => together('repayInstantSettlement(id: $id, reference: "everything") { id }', id);
const record = (id: string) =>
  together('recordRepayment(id: $id, input: { amount: 7, source: TRANSFER, reference: "m" }) { id }', id);

async function settlementOf(table: 'ledger_entry' | 'repayment', id: string): Promise<string> {
  const { settlement_id } = await people.gateway.database.reads
    .selectFrom(table)
    .select('settlement_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return settlement_id;
}

async function repaymentOf(settlement: string): Promise<string> {
  const { id } = await people.gateway.database.reads
    .selectFrom('repayment')
    .select('id')
    .where('settlement_id', '=', settlement)
    .executeTakeFirstOrThrow();
  return id;
}

/** How the object of each change moves meanwhile; a sentence if nothing can move it. */
const MOVES: Readonly<Record<string, Move | string>> = {
  APPROVE: {
    move: (id) => alone('denyInstantSettlement(id: $id, reason: HIGH_REFUND_RATE) { id }', id),
    code: 'funding_status_invalid',
  },
  DISBURSE: {
    move: (id) => alone('revokeInstantSettlement(id: $id, reason: "fraud") { id }', id),
    code: 'funding_status_invalid',
  },
  RETURN: { move: repay, code: 'funding_status_invalid' },
  CORRECT: {
    move: (id) => together('returnDisbursement(id: $id, reason: "account closed") { id }', id),
    code: 'funding_status_invalid',
  },
  EXTEND: { move: repay, code: 'funding_status_invalid' },
  WAIVE: { move: repay, code: null },
  WRITE_OFF: { move: record, code: null },
  REFUND: {
    move: async (id) =>
      together('reverseRepayment(id: $id, reason: "it bounced") { id }', await repaymentOf(id)),
    code: 'balance_insufficient',
  },
  UNDO: { move: async (id) => repay(await settlementOf('ledger_entry', id)), code: null },
  RECORD: { move: repay, code: null },
  CONFIRM: {
    move: async (id) => {
      const { status } = await people.partner.rest('POST', `/v1/repayments/${id}/cancel`, {});
      expect(status).toBe(200);
    },
    code: 'repayment_status_invalid',
  },
  REPAY: { move: record, code: null },
  REVERSE: 'Only a reversal moves a received repayment, and another one is a conflict while this one waits.',
  CLOSE_BOOKS: 'Only this change moves the day until which the books are closed.',
  POLICY: { move: (id) => alone('shadowPolicy(id: $id) { id }', id), code: null },
  LIFT_HOLD: 'Only lifting moves a hold.',
  PROVIDER_SETTINGS: {
    move: () => together('closeBooks(until: "2026-01-31") { booksClosedUntil }', null),
    code: null,
  },
  PARTNER_SETTINGS: {
    move: (id) => alone('updatePartner(id: $id, input: { name: "Another name" }) { id }', id),
    code: null,
  },
  OPERATOR: 'Only the same setting moves scopes, address and access of a person.',
  OPERATOR_KEY: { move: (id) => alone('revokeApiKey(id: $id) { id }', id), code: 'conflict' },
};

beforeAll(async () => {
  people = await openPeople();
  // This one moves the clock.
  const isLate = ({ operation }: Change) => operation === 'CORRECT';
  for (const change of CHANGES.toSorted((one, other) => Number(isLate(one)) - Number(isLate(other))))
    ids.set(change.operation, await change.prepare(people));
  await people.set(people.ann, ALL_ON);
});
afterAll(() => people.close());

const MOVED = CHANGES.flatMap((change) => {
  const moved = MOVES[change.operation];
  return typeof moved === 'object' ? [{ ...change, ...moved }] : [];
});

describe.each(MOVED.map((change) => [change.operation, change] as const))('%s', (operation, change) => {
  test('is not made by a second person if its object has moved since it was asked for', async () => {
    const id = ids.get(operation) ?? null;
    const { pending } = await send(people.ann, change.mutation, id);
    expect(pending).toMatchObject({ operation, maker: 'Ann' });
    await change.move(id ?? '');
    expect(await approvePending(people.bob, pending.id)).toMatchObject({ code: 'conflict' });
    const pressed = await send(people.bob, change.mutation, id);
    expect(pressed.code).toBe(change.code);
    if (change.code === null) {
      expect(pressed.pending).toMatchObject({ operation, maker: 'Bob' });
      expect(pressed.pending.id).not.toBe(pending.id);
    } else expect(pressed.pending).toBeNull();
    const events = await people.gateway.database.reads
      .selectFrom('event')
      .select('type')
      .where('subject', '=', `approval/${pending.id}`)
      .execute();
    expect(events.map(({ type }) => type)).not.toContain('approval.approved');
  });
});

test('the table says of every change how its object moves, or why it cannot', () => {
  expect(Object.keys(MOVES)).toEqual(CHANGES.map(({ operation }) => operation));
});

test('the trail of all of it verifies', async () => {
  expect((await verify(people)).findings).toEqual([]);
});
