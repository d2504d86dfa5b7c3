import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, openRepayments, type Repayments } from './fixture.ts';

let fixture: Repayments;
let [one, other] = ['', ''];
beforeAll(async () => {
  fixture = await openRepayments();
  [one, other] = [await fixture.bring('funded'), await fixture.bring('funded')];
  // The payouts were on the first of March, and today is the third.
  fixture.wait(2 * DAY_MS);
  await fixture.record(one, { reference: 'first', receivedOn: '2026-03-01' });
  await fixture.record(one, { reference: 'second', receivedOn: '2026-03-02' });
  await fixture.report(one, { reference: 'third', receivedOn: '2026-03-03' });
  await fixture.record(other, { reference: 'first', receivedOn: '2026-03-02' });
});
afterAll(() => fixture.close());

/** A filter, and the references that it finds in a list of all repayments, newest first. */
const FILTERS: readonly (readonly [filter: string, all: readonly string[], ofOne: readonly string[]])[] = [
  ['', ['first', 'third', 'second', 'first'], ['third', 'second', 'first']],
  ['status: RECEIVED', ['first', 'second', 'first'], ['second', 'first']],
  ['status: REPORTED', ['third'], ['third']],
  ['reference: "first"', ['first', 'first'], ['first']],
  ['reference: "fourth"', [], []],
  ['receivedFrom: "2026-03-02"', ['first', 'third', 'second'], ['third', 'second']],
  ['receivedUntil: "2026-03-02"', ['first', 'second', 'first'], ['second', 'first']],
  ['receivedFrom: "2026-03-02", receivedUntil: "2026-03-02"', ['first', 'second'], ['second']],
  ['status: RECEIVED, reference: "second"', ['second'], ['second']],
];

const listOf = async (text: string) => {
  const { json } = await fixture.partner.graphql(`{ found: ${text} }`);
  const { totalCount, nodes } = json.data.found.repayments ?? json.data.found;
  return { totalCount, references: nodes.map(({ reference }: { reference: string }) => reference) };
};
const expected = (references: readonly string[]) => ({ totalCount: references.length, references });
const SHOWN = '{ totalCount nodes { reference } }';

describe('a list of repayments', () => {
  test.each(FILTERS)(
    'of all settlements by the filter { %s } has the right ones and their number',
    async (filter, all) => {
      expect(await listOf(`repayments(filter: { ${filter} }) ${SHOWN}`)).toEqual(expected(all));
    },
  );

  test.each(FILTERS)(
    'of one settlement by the filter { %s } has the right ones and their number',
    async (filter, _all, ofOne) => {
      expect(await listOf(`repayments(filter: { fundingId: "${one}", ${filter} }) ${SHOWN}`)).toEqual(
        expected(ofOne),
      );
      const nested = `instantSettlement(id: "${one}") { repayments(filter: { ${filter} }) ${SHOWN} }`;
      expect(await listOf(nested)).toEqual(expected(ofOne));
    },
  );

  test('shows the settlement of each', async () => {
    const { json } = await fixture.partner.graphql('{ repayments { nodes { settlement { id } } } }');
    expect(json.data.repayments.nodes.map(({ settlement }: Shown) => settlement.id)).toEqual([
      other,
      one,
      one,
      one,
    ]);
  });
});

interface Shown {
  readonly settlement: { readonly id: string };
}
