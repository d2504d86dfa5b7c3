import { expect, onTestFinished, test } from 'vitest';
import { approve, approvePending, openPeople, queueOf } from '../../support/fixtures/people.ts';

test('two people do one change once, whoever of two checkers is faster', async () => {
  const people = await openPeople('twoPeople: [{ operation: APPROVE, rule: ALWAYS }]');
  onTestFinished(() => people.close());
  const id = await people.submit();
  const { pending } = await approve(people.ann, id);
  const [bob, cat, again] = await Promise.all([
    approve(people.bob, id),
    approvePending(people.cat, pending.id),
    approve(people.ann, id),
  ]);
  const codes = [bob, cat].map(({ code }) => code);
  expect(codes.filter((code) => code === null)).toHaveLength(1);
  expect(['funding_status_invalid', 'conflict']).toContain(codes.find((code) => code !== null));
  expect([null, 'conflict', 'funding_status_invalid']).toContain(again.code);
  const trail = await people.trail();
  expect(trail.filter((type) => type === 'funding.approved')).toHaveLength(1);
  expect(trail.filter((type) => type === 'approval.requested')).toHaveLength(1);
  expect(trail.filter((type) => type === 'approval.approved')).toHaveLength(1);
  expect(await queueOf(people.bob)).toEqual([]);
});
