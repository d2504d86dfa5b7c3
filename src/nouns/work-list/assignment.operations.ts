import { z } from 'zod';
import { timestamp } from '../../kernel/clock.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { defineCommand, defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { missingSettlement } from '../settlement/find-settlement.ts';
import { requireOperator } from '../operator/find-operator.ts';

/** Who is responsible for a settlement, and since when. */
export interface AssignmentView {
  readonly funding_id: string;
  /** The operator, as `actorNameField` names it. */
  readonly actor: string;
  readonly assigned_at: string;
}

const AssignInput = z.strictObject({
  operator_id: typeNamed('ID', z.string())
    .nullish()
    .describe('The operator who is responsible from now on; no one if it is absent or null.'),
});

/**
 * Makes an operator responsible for a settlement, or clears that. It stays until it is changed, and blocks no
 * operation. Throws `resource_missing` if there is no such settlement or operator, or `conflict` if the operator is
 * disabled.
 */
export const assign = defineCommand({
  name: 'assign',
  roles: ['operator'],
  input: AssignInput,
  locate: lockSettlement,
  async run(context, { input, subject: funding_id }): Promise<AssignmentView | null> {
    const { db, now } = context;
    const operator_id = input.operator_id ?? null;
    if (operator_id !== null) await requireOperator(context, operator_id);
    const present = await assignmentsOf(context, [funding_id]);
    if ((present.get(funding_id)?.actor ?? null) === operator_id) return present.get(funding_id) ?? null;
    await db.deleteFrom('assignment').where('funding_id', '=', funding_id).execute();
    const assigned_at = timestamp(now);
    if (operator_id !== null)
      await db.insertInto('assignment').values({ funding_id, operator_id, assigned_at }).execute();
    await context.record({
      type: 'assignment.changed',
      subject: `assignment/${funding_id}`,
      partnerId: null,
      data: { operator_id },
    });
    return operator_id === null ? null : { funding_id, actor: operator_id, assigned_at };
  },
});

/** Who is responsible for each of several settlements. */
export const listAssignments = defineQuery({
  name: 'listAssignments',
  roles: ['operator'],
  input: z.strictObject({ funding_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  run: (context, { input }) => assignmentsOf(context, input.funding_ids),
});

async function assignmentsOf(
  { db }: QueryContext,
  fundingIds: readonly string[],
): Promise<ReadonlyMap<string, AssignmentView>> {
  const rows = await db.selectFrom('assignment').selectAll().where('funding_id', 'in', fundingIds).execute();
  return new Map(
    rows.map(({ funding_id, operator_id, assigned_at }) => [
      funding_id,
      { funding_id, actor: operator_id, assigned_at },
    ]),
  );
}

/** Locked, so that two changes at once get their events one after the other. */
async function lockSettlement(
  context: QueryContext,
  { funding_id }: { readonly funding_id: string },
): Promise<string> {
  const found = await context.db
    .selectFrom('instant_settlement')
    .select('id')
    .where('id', '=', funding_id)
    .$call(lockRows(context))
    .executeTakeFirstOrThrow(missingSettlement);
  return found.id;
}
