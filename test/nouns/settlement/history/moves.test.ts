import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStages, type Stages } from '../../../support/fixtures/settlement-stages.ts';
import { MOVES, RECORDED_AS } from '../steps.ts';

let stages: Stages;
beforeAll(async () => {
  stages = await openStages();
});
afterAll(() => stages.close());

const STATUSES = ['submitted', 'approved', 'denied', 'accepted', 'rejected', 'funded', 'repaid'] as const;
const cells = STATUSES.flatMap((from) =>
  MOVES.map(([, event]) => ({
    from,
    event,
    to: MOVES.find((move) => move[0] === from && move[1] === event)?.[3] ?? null,
  })),
);

/** Everything stored about a settlement: its row, and the events of its steps. */
async function keptAbout(id: string) {
  const { reads } = stages.gateway.database;
  const row = await reads
    .selectFrom('instant_settlement')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const events = await reads
    .selectFrom('event')
    .selectAll()
    .where('subject', '=', `funding/${id}`)
    .where('type', 'in', Object.values(RECORDED_AS))
    .orderBy('sequence')
    .execute();
  return { row, events };
}

/** How many settlements of the customer have each status, by the totals and by the rows. */
async function counted() {
  const { reads } = stages.gateway.database;
  const rows = await reads.selectFrom('instant_settlement').select('status').execute();
  const totals: Record<string, number> = {};
  for (const status of STATUSES) {
    const path = `/v1/instant-settlements?status=${status}`;
    totals[status] = (await stages.partner.rest('GET', path)).json.count;
  }
  return { totals, rows: rows.map(({ status }) => status) };
}

describe('every event in every status', () => {
  test('are 77 pairs', () => {
    expect(cells).toHaveLength(7 * 11);
  });

  test.each(cells.filter(({ to }) => to !== null))(
    '$from --$event--> $to, with one event',
    async ({ from, event, to }) => {
      const id = await stages.bring(from);
      const before = await keptAbout(id);
      const answer = await stages.cause(event, id);
      if (answer !== null) {
        expect(answer.json.errors).toBeUndefined();
        expect(answer.json.data[`${event}InstantSettlement`]).toEqual({ id, status: to?.toUpperCase() });
      }
      const after = await keptAbout(id);
      expect(after.row.status).toBe(to);
      expect(after.events.slice(0, -1)).toEqual(before.events);
      expect(after.events.at(-1)?.type).toBe(RECORDED_AS[event]);
      expect((await stages.read(id)).status).toBe(to);
    },
  );

  test.each(cells.filter(({ to }) => to === null))(
    '$event changes nothing of what is $from',
    async ({ from, event }) => {
      const id = await stages.bring(from);
      const before = await keptAbout(id);
      const answer = await stages.cause(event, id);
      if (answer !== null) {
        expect(answer.json.errors).toMatchObject([{ extensions: { code: 'funding_status_invalid' } }]);
      }
      const after = await keptAbout(id);
      // A month later the scheduler also writes that a funded settlement is overdue, which changes no status.
      const { mac, updated_at } = event === 'expire' ? before.row : after.row;
      expect({ ...after, row: { ...after.row, mac, updated_at } }).toEqual(before);
    },
  );

  test('leave totals that agree with the rows', async () => {
    const { totals, rows } = await counted();
    for (const [status, total] of Object.entries(totals)) {
      expect({ status, total }).toEqual({ status, total: rows.filter((each) => each === status).length });
    }
  });
});
