import { notBefore, timestamp } from '../../kernel/clock.ts';
import { DamageError, isTimestamp, valueOrDamage } from '../../kernel/damage.ts';
import { noSuch, refusal } from '../../kernel/errors.ts';
import { textField } from '../../kernel/input/fields.ts';
import { readEventData } from '../../trail/record/event-data.ts';
import { type CommandContext, defineRealTimeCommand, type QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { Given, operatorHistory, operatorHistoryFault } from './operator-history.ts';
import { isGenuineOperator, withOperatorMac } from './proven-operators.ts';
import { type OperatorRow, type OperatorView, presentOperator } from './operator.present.ts';
import { aboutOperator, operatorEmailAad } from './operator.rules.ts';

/** An operator and its facts in the trail. */
type Found = OperatorRow & Awaited<ReturnType<typeof lockedWithHistory>>;

/**
 * Repairs the damaged row of an operator. Only the command line calls it, for a person who has looked at the row. The
 * columns that decide about access come from the trail. A link to the issuer is removed, because the row may name
 * another person.
 */
export const mendOperator = defineRealTimeCommand({
  name: 'mendOperator',
  scope: 'admin',
  roles: ['operator'],
  async locate(context: QueryContext, { operator_id }: { readonly operator_id: string }): Promise<Found> {
    const found = await lockedWithHistory(context, operator_id);
    if (found === undefined) throw noSuch('operator');
    return found;
  },
  async run(context, { subject }): Promise<OperatorView> {
    const { disablings, given, ...row } = subject;
    const { rowMacs, vault, db } = context;
    const hasEmail = !(valueOrDamage(() => presentOperator(row, vault)) instanceof DamageError);
    const isRight = operatorHistoryFault(row, { disablings, given }) === null;
    if (isGenuineOperator(rowMacs, row) && hasEmail && isRight)
      throw refusal('conflict', 'The record of the operator is not damaged.');
    const terms = given === null ? null : readEventData(Given, given);
    if (terms === null)
      throw refusal(
        'conflict',
        'The scopes of the operator cannot be found in the trail; disable the person instead.',
      );
    const after = withOperatorMac(rowMacs, {
      ...row,
      name: textField().safeParse(row.name).data ?? 'Operator',
      email:
        hasEmail && row.email !== null
          ? vault.encrypt(vault.decrypt(row.email, aadOf(row)), aadOf(row))
          : null,
      scopes: terms.scopes.join(','),
      oidc_subject: null,
      confirmed_at: null,
      created_at: isTimestamp(row.created_at) ? row.created_at : timestamp(context.now),
      disabled_at: Number(disablings) > 0 ? disabledAt(context, row) : null,
    });
    await db.updateTable('operator').set(after).where('id', '=', row.id).execute();
    await context.record({ ...aboutOperator(after), type: 'operator.mended' });
    return presentOperator(after, vault);
  },
});

const aadOf = ({ id }: OperatorRow) => operatorEmailAad(id);

function disabledAt({ now }: CommandContext, { disabled_at, created_at }: OperatorRow): string {
  if (disabled_at !== null && isTimestamp(disabled_at)) return disabled_at;
  return isTimestamp(created_at) ? notBefore(created_at, now) : timestamp(now);
}

const lockedWithHistory = (context: QueryContext, id: string) =>
  context.db
    .selectFrom('operator')
    .selectAll()
    .select(operatorHistory())
    .where('id', '=', id)
    .$call(lockRows(context))
    .executeTakeFirst();
