import {
  type CommandContext,
  defineCommand,
  defineQuery,
  type QueryContext,
} from '../../../pipeline/operation.ts';
import { totalOf } from '../../../pipeline/rows/counter.ts';
import { lockFreeRows } from '../../../pipeline/rows/row-locks.ts';
import { EVERY_PARTNER } from '../../../pipeline/rows/tenancy.ts';
import { findProviderToPost } from '../../provider/find-provider.ts';
import { PROVEN_COLUMNS, type ProvenRow, requireGenuineSettlement } from '../proven-settlements.ts';
import { totalsWithin } from '../settlement.rules.ts';
import { AfterInput, type Batch, forgeryOf } from './batch.ts';
import { SENT_STATUSES } from './former-servicing.ts';
import { findServicing } from './lock-servicing.ts';
import { openedServicing, openFormer } from './open-former.ts';
import { SERVICED_TOTALS } from './servicing-counts.ts';

/** Settlements of an earlier version that one transaction opens. */
const OPENING_BATCH = 500;

/** The lock of the process that opens settlements of an earlier version. */
const OPENING = 'settlements of before';

/** Whether there are settlements of an earlier version to open or to close. It compares totals, so it takes no time. */
export const needsOpening = defineQuery({
  name: 'needsOpening',
  readsMany: false,
  roles: ['operator'],
  async run({ db }): Promise<{ readonly toOpen: boolean; readonly toClose: boolean }> {
    const [funded, repaid] = [await sentIn(db, 'funded'), await sentIn(db, 'repaid')];
    const [open, closed] = [
      await totalOf(db, [SERVICED_TOTALS.open]),
      await totalOf(db, [SERVICED_TOTALS.closed]),
    ];
    return { toOpen: funded + repaid > open + closed, toClose: repaid > closed };
  },
});

const sentIn = (db: QueryContext['db'], status: (typeof SENT_STATUSES)[number]) =>
  totalOf(db, totalsWithin(EVERY_PARTNER, { status }));

/** Opens a batch of the settlements of an earlier version that follow an id. */
export const openSettlements = defineCommand({
  name: 'openSettlements',
  roles: ['operator'],
  input: AfterInput,
  async run(context, { input: { after } }): Promise<Batch> {
    await context.awaitName(OPENING);
    const rows = await sentAfter(context, after)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('servicing')
              .select('servicing.id')
              .whereRef('servicing.id', '=', 'instant_settlement.id'),
          ),
        ),
      )
      .execute();
    const found = genuineAmong(context, rows);
    let { damage } = found;
    await openFormer(context, found.genuine, (error) => (damage ??= error));
    return { last: rows.at(-1)?.id ?? null, damage };
  },
});

/** Closes a batch of the settlements after an id that a process of an earlier version marked as repaid. */
export const closeSettlements = defineCommand({
  name: 'closeSettlements',
  roles: ['operator'],
  input: AfterInput,
  async run(context, { input: { after } }): Promise<Batch> {
    await context.awaitName(OPENING);
    const rows = await sentAfter(context, after)
      .where('status', '=', 'repaid')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('servicing')
            .select('servicing.id')
            .whereRef('servicing.id', '=', 'instant_settlement.id')
            .where('closed_on', 'is', null),
        ),
      )
      .execute();
    const found = genuineAmong(context, rows);
    let { damage } = found;
    const provider = await findProviderToPost(context);
    for (const settlement of found.genuine) {
      try {
        const servicing = await findServicing(context, settlement.id);
        if (servicing !== null) await openedServicing(context, { settlement, servicing, provider });
      } catch (error) {
        damage ??= forgeryOf(error);
      }
    }
    return { last: rows.at(-1)?.id ?? null, damage };
  },
});

/** The settlements after an id whose money was sent, locked if no other transaction holds them. */
const sentAfter = (context: CommandContext, after: string) =>
  context.db
    .selectFrom('instant_settlement')
    .select(PROVEN_COLUMNS)
    .select('mac')
    .where('status', 'in', SENT_STATUSES)
    .where('id', '>', after)
    .orderBy('id')
    .limit(OPENING_BATCH)
    .$call(lockFreeRows(context));

/** The settlements that the gateway wrote, and the error of the first forged one. */
function genuineAmong({ rowMacs }: CommandContext, rows: readonly ProvenRow[]) {
  const found: { damage: Error | null } = { damage: null };
  const genuine = rows.filter((row) => {
    try {
      requireGenuineSettlement(rowMacs, row);
      return true;
    } catch (error) {
      found.damage ??= forgeryOf(error);
      return false;
    }
  });
  return { genuine, damage: found.damage };
}
