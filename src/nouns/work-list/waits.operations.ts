import { z } from 'zod';
import { timestamp } from '../../kernel/clock.ts';
import { beginningOf, daysAfter } from '../../kernel/days.ts';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { defineQuery } from '../../pipeline/operation.ts';
import type { WorkQueue } from '../provider/provider.input.ts';
import {
  IS_OWED,
  isOldExcess,
  OLD_EXCESS_AFTER_DAYS,
  OVERDUE_AFTER_DAYS,
} from './servicing-queue.operations.ts';
import { conditionOf } from '../settlement/servicing-condition.ts';

/** A list that a record is in, and since when. */
interface Wait {
  readonly queue: WorkQueue;
  readonly since: string;
}

/** Since when settlements whose money was sent are overdue, or have old excess. */
export const listServicingWaits = defineQuery({
  name: 'listServicingWaits',
  roles: ['operator'],
  input: z.strictObject({ funding_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run(context, { input: { funding_ids } }): Promise<ReadonlyMap<string, readonly Wait[]>> {
    const rows = await context.db
      .selectFrom('servicing')
      .select(['id', 'pay_by', 'excess_since'])
      .select((eb) => [
        eb.case().when(conditionOf('overdue', context)).then(1).else(0).end().as('is_overdue'),
        eb.case().when(isOldExcess(context.now)).then(1).else(0).end().as('is_old_excess'),
      ])
      .where('id', 'in', funding_ids)
      .where(IS_OWED)
      .execute();
    return new Map(
      rows.map((row) => [
        row.id,
        [
          ...(row.is_overdue === 1 ? [waitFrom('overdue', row.pay_by, OVERDUE_AFTER_DAYS)] : []),
          ...(row.is_old_excess === 1 && row.excess_since !== null
            ? [waitFrom('excess', row.excess_since, OLD_EXCESS_AFTER_DAYS)]
            : []),
        ],
      ]),
    );
  },
});

/** Since when customers have warnings of KYC. */
export const listWarningWaits = defineQuery({
  name: 'listWarningWaits',
  roles: ['operator'],
  input: z.strictObject({ customer_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run({ db }, { input: { customer_ids } }): Promise<ReadonlyMap<string, Wait>> {
    const rows = await db
      .selectFrom('kyc_record')
      .select(['customer_id', 'warned_since'])
      .where('customer_id', 'in', customer_ids)
      .execute();
    return new Map(
      rows.flatMap(({ customer_id, warned_since: since }) =>
        since === null ? [] : [[customer_id, { queue: 'warnings', since }] as const],
      ),
    );
  },
});

const waitFrom = (queue: WorkQueue, day: string, afterDays: number): Wait => ({
  queue,
  since: timestamp(beginningOf(daysAfter(day, afterDays))),
});
