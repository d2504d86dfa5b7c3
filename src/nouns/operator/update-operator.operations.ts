import { SCOPES } from '../../kernel/caller.ts';
import { refusal } from '../../kernel/errors.ts';
import { type CommandContext, defineRealTimeCommand } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { UpdateOperatorInput } from './operator.input.ts';
import { changeOperator, lockOperator, requireGivable } from './operator.operations.ts';
import { isGenuineOperator } from './proven-operators.ts';
import { type OperatorRow, operatorScopes, type OperatorView, presentOperator } from './operator.present.ts';
import { aboutOperator } from './operator.rules.ts';
import { CHANGES_OPERATOR } from './two-people.ts';

/** How many operators are searched for another one with `admin`. No provider has that many. */
const ADMINS_MAX = 100;

/**
 * Changes what an operator may do. Its keys and sessions lose a right within a second. The person may keep a scope that
 * the caller lacks.
 */
export const updateOperator = defineRealTimeCommand({
  name: 'updateOperator',
  scope: 'admin',
  roles: ['operator'],
  input: UpdateOperatorInput,
  locate: lockOperator,
  twoPeople: CHANGES_OPERATOR,
  async run(context, { subject, input }): Promise<OperatorView> {
    const before = operatorScopes(subject);
    const scopes = SCOPES.filter((scope) => input.scopes.includes(scope));
    requireChangeable(subject);
    requireGivable(
      context.caller,
      scopes.filter((scope) => !before.includes(scope)),
    );
    if (scopes.join() === before.join()) return presentOperator(subject, context.vault);
    if (before.includes('admin') && !scopes.includes('admin')) await requireAnotherAdmin(context, subject);
    const after = await changeOperator(context, subject, { scopes: scopes.join(',') });
    // The trail proves the scopes, because a row with a valid MAC may have been set back to older scopes.
    const data = { changed: ['scopes'], scopes };
    await context.record({ ...aboutOperator(after), type: 'operator.updated', data });
    return presentOperator(after, context.vault);
  },
});

function requireChangeable({ disabled_at, oidc_subject }: OperatorRow): void {
  if (disabled_at !== null)
    throw refusal('conflict', 'The operator is disabled, which cannot be undone; create another one.');
  if (oidc_subject !== null)
    throw refusal(
      'conflict',
      'The scopes of this operator come from the groups of your organisation at each sign-in; change the groups there, or OIDC_OPERATORS.',
    );
}

/**
 * At least one operator must be able to give scopes back without the command line. All operators with `admin` are
 * locked, always in the same order, so that two people cannot take it from each other at once.
 */
async function requireAnotherAdmin(context: CommandContext, { id }: OperatorRow): Promise<void> {
  const people = await context.db
    .selectFrom('operator')
    .selectAll()
    .where('disabled_at', 'is', null)
    .where('scopes', 'like', '%admin%')
    .orderBy('id')
    .limit(ADMINS_MAX)
    .$call(lockRows(context))
    .execute();
  if (people.some((each) => each.id !== id && isGenuineOperator(context.rowMacs, each))) return;
  throw refusal(
    'conflict',
    'This is the last operator with the scope "admin"; give it to another one first.',
  );
}
