import type { Person } from '../scene.ts';
import type { Books, KnownSettlement } from './books.ts';
import { mutate, seenIn } from './deeds.ts';

/** Minor units: some repayments are of a part, some of more than all. */
const AMOUNTS = [200_000, 500_000, 1_200_000] as const;
const WAIVED = 100;

/** A person enters money that came. */
export async function record(books: Books, person: Person, settlement: KnownSettlement): Promise<void> {
  const amount = (books.pick(AMOUNTS) ?? 1) + books.below(1_000);
  const reference = `transfer ${books.mark()}`;
  const deed = { kind: 'receive', repayment: reference, amount } as const;
  await books.deed(settlement, person.name, deed, async () => {
    const variables = { id: settlement.id, input: { amount, source: 'TRANSFER', reference } };
    const answer = await mutate(books, person, 'recordRepayment(id: $id, input: $input) { id }', variables);
    const id: string | undefined = answer?.json?.data?.done?.id;
    if (id === undefined) return { result: undefined, seen: seenIn(answer) };
    settlement.repayments.push({ id, amount, state: 'received', name: reference });
    return { result: undefined, seen: { kind: 'done' } };
  });
}

/** A person confirms or declines what the partner has reported. */
export async function confirm(books: Books, person: Person, settlement: KnownSettlement): Promise<void> {
  const reported = books.pick(settlement.repayments.filter(({ state }) => state === 'reported'));
  if (reported === undefined) return;
  const deed = { kind: 'receive', repayment: reported.name, amount: reported.amount } as const;
  await books.deed(settlement, person.name, deed, async () => {
    const answer = await mutate(books, person, 'confirmRepayment(id: $id) { id }', { id: reported.id });
    if (answer?.code === null) reported.state = 'received';
    return { result: undefined, seen: seenIn(answer) };
  });
}

/** Money goes back to the bank of the payer. */
export async function reverse(books: Books, person: Person, settlement: KnownSettlement): Promise<void> {
  const received = books.pick(settlement.repayments.filter(({ state }) => state === 'received'));
  if (received === undefined) return;
  const deed = { kind: 'reverse', repayment: received.name, amount: received.amount } as const;
  await books.deed(settlement, person.name, deed, async () => ({
    result: undefined,
    seen: seenIn(
      await mutate(books, person, 'reverseRepayment(id: $id, reason: "it bounced") { id }', {
        id: received.id,
      }),
    ),
  }));
}

export async function waive(books: Books, person: Person, settlement: KnownSettlement): Promise<void> {
  await books.deed(settlement, person.name, { kind: 'waive', amount: WAIVED }, async () => ({
    result: undefined,
    seen: seenIn(
      await mutate(books, person, 'waiveFee(id: $id, amount: $amount) { status }', {
        id: settlement.id,
        amount: WAIVED,
      }),
    ),
  }));
}

/** A person pays excess back. */
export async function refund(books: Books, person: Person, settlement: KnownSettlement): Promise<void> {
  const amount = 1 + books.below(2) * 50_000;
  await books.deed(settlement, person.name, { kind: 'refund', amount }, async () => ({
    result: undefined,
    seen: seenIn(
      await mutate(books, person, 'refundExcess(id: $id, amount: $amount) { status }', {
        id: settlement.id,
        amount,
      }),
    ),
  }));
}
