import type { SettlementEvent } from '../../../src/nouns/settlement/settlement.machine.ts';
import type { Seen } from '../history/settlement-model.ts';
import type { Person } from '../scene.ts';
import type { Books, KnownSettlement } from './books.ts';
import { type Answer, insist, once } from './caller.ts';

/** What an answer says about the deed; null if it says nothing. */
export const seenIn = (answer: Answer | null): Seen | null => {
  if (answer === null) return null;
  return answer.code === null ? { kind: 'done' } : { kind: 'refused', code: answer.code };
};

/** Reads a settlement as its partner. */
export async function read(books: Books, settlement: KnownSettlement, by: string): Promise<void> {
  const { apiKey } = books.scene[settlement.of];
  await books.deed(settlement, by, { kind: 'read' }, async () => {
    const answer = await once(apiKey, { method: 'GET', path: `/v1/instant-settlements/${settlement.id}` });
    if (answer === null || answer.code !== null) return { result: undefined, seen: null };
    const { status, servicing } = answer.json;
    settlement.status = status;
    const owed =
      servicing === null || servicing === undefined ? null : servicing.outstanding - servicing.excess;
    return { result: undefined, seen: { kind: 'state', status, owed } };
  });
}

const EVENT_FIELDS: Readonly<Partial<Record<SettlementEvent, string>>> = {
  approve: 'approveInstantSettlement(id: $id) { status }',
  deny: 'denyInstantSettlement(id: $id, reason: HIGH_REFUND_RATE) { status }',
  withdraw: 'withdrawInstantSettlement(id: $id, reason: "priced wrongly") { status }',
  disburse: 'disburseInstantSettlement(id: $id, reference: "payment") { status }',
  revoke: 'revokeInstantSettlement(id: $id, reason: "fraud suspected") { status }',
};

/** Sends a mutation as a person, again and again with one key. */
export const mutate = (
  books: Books,
  { apiKey, name }: Person,
  field: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<Answer | null> => {
  const types: Readonly<Record<string, string>> = {
    id: 'ID!',
    amount: 'SafeInt!',
    input: 'RecordRepaymentInput!',
  };
  const declared = Object.keys(variables).map((variable) => `$${variable}: ${types[variable]}`);
  const query = `mutation (${declared.join(', ')}) { done: ${field} }`;
  const key = `${name}-${books.mark()}`;
  return insist(apiKey, { method: 'POST', path: '/graphql', body: { query, variables }, key });
};

/** A person moves a settlement. If that needs two people, it waits for the second one. */
export async function move(
  books: Books,
  person: Person,
  settlement: KnownSettlement,
  event: SettlementEvent,
): Promise<void> {
  const field = EVENT_FIELDS[event];
  if (field === undefined) return;
  if (event === 'disburse') return ask(books, person, settlement, field);
  await books.deed(settlement, person.name, { kind: 'move', event }, async () => ({
    result: undefined,
    seen: seenIn(await mutate(books, person, field, { id: settlement.id })),
  }));
}

/** The payout needs two people. Who asks for what another person has asked for approves it. */
async function ask(books: Books, person: Person, settlement: KnownSettlement, field: string): Promise<void> {
  await books.deed(settlement, person.name, { kind: 'move', event: 'disburse' }, async () => {
    const answer = await mutate(books, person, field, { id: settlement.id });
    const id: string | undefined = answer?.json?.extensions?.pendingApproval?.id;
    if (id === undefined) return { result: undefined, seen: seenIn(answer) };
    books.pending.push({ id, maker: person.name, settlement });
    return { result: undefined, seen: { kind: 'refused', code: 'it waits for a second person' } };
  });
}

/** A person approves a payout that waits, also one of their own, which must be refused. */
export async function second(books: Books, person: Person): Promise<void> {
  const pending = books.pick(books.pending);
  if (pending === undefined) return;
  const isOwn = pending.maker === person.name;
  await books.deed(pending.settlement, person.name, { kind: 'move', event: 'disburse' }, async () => {
    const answer = await mutate(books, person, 'approvePending(id: $id) { status }', { id: pending.id });
    if (isOwn && answer?.code === null)
      books.wrong(`the maker of a payout approved it: ${person.name}, of ${pending.settlement.name}`);
    const isDone = answer?.json?.data?.done?.status === 'APPROVED';
    if (answer?.code === null && !isDone)
      return { result: undefined, seen: { kind: 'refused', code: 'not approved' } };
    return { result: undefined, seen: seenIn(answer) };
  });
}
