import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';

let stages: Stages;
beforeAll(async () => {
  stages = await openStages();
});
afterAll(() => stages.close());

const place = () =>
  stages.operator.graphql('mutation { hold(kind: ALL, reason: "a court asked") { id kind } }');

async function codeOf(event: 'disburse', id: string) {
  const { json } = (await stages.cause(event, id)) ?? { json: {} };
  return json.errors?.[0].extensions.code ?? null;
}

test('holds and payouts at once: nothing is paid out after a hold was placed', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => stages.bring('accepted')));
  const [{ json: placed }, ...codes] = await Promise.all([
    place(),
    ...ids.map((id) => codeOf('disburse', id)),
  ]);
  const { json } = await stages.operator.graphql('{ events(first: 50) { nodes { type subject } } }');
  const { hold } = placed.data;
  expect(hold.kind).toBe('ALL');
  for (const code of codes) expect([null, 'on_hold']).toContain(code);
  const paid = json.data.events.nodes.filter(({ type }: { type: string }) => type === 'FUNDING_DISBURSED');
  expect(paid).toHaveLength(codes.filter((code) => code === null).length);
  expect(await codeOf('disburse', await stages.bring('submitted'))).toBe('funding_status_invalid');

  const standing = '{ holds(filter: { standing: true, kind: ALL }) { totalCount nodes { id } } }';
  const { json: listed } = await stages.operator.graphql(standing);
  expect(listed.data.holds).toEqual({ totalCount: 1, nodes: [{ id: hold.id }] });
  const lift = 'mutation ($id: ID!) { liftHold(id: $id, reason: "cleared") { liftReason } }';
  const { json: lifted } = await stages.operator.graphql(lift, { id: hold.id });
  expect(lifted.data.liftHold).toEqual({ liftReason: 'cleared' });
  expect(await codeOf('disburse', await stages.bring('accepted'))).toBeNull();
});
