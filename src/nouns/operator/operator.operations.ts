import type { Vault } from '../../engine/crypto/encryption.ts';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Caller, Scope } from '../../kernel/caller.ts';
import { notBefore, timestamp } from '../../kernel/clock.ts';
import { DamageError, valueOrDamage } from '../../kernel/damage.ts';
import { noSuch, refusal } from '../../kernel/errors.ts';
import { mapPage } from '../../kernel/page.ts';
import { totalOf } from '../../pipeline/rows/counter.ts';
import { findPage, pageInput } from '../../pipeline/rows/find-page.ts';
import {
  type CommandContext,
  defineRealTimeCommand,
  defineRealTimeQuery,
  type QueryContext,
} from '../../pipeline/operation.ts';
import { CreateOperatorInput } from './operator.input.ts';
import { trustedOperator } from './find-operator.ts';
import { isGenuineOperator, withOperatorMac, requireGenuineOperator } from './proven-operators.ts';
import { type OperatorRow, type OperatorView, presentDamaged, presentOperator } from './operator.present.ts';
import { aboutOperator, operatorEmailAad, OPERATORS } from './operator.rules.ts';
import { CREATION } from '../../pipeline/matter.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { CHANGES_OPERATOR } from './two-people.ts';

type OperatorIds = { readonly operator_id: string };

/** Creates an operator. It can do nothing until it has a key or signs in. */
export const createOperator = defineRealTimeCommand({
  name: 'createOperator',
  scope: 'admin',
  roles: ['operator'],
  input: CreateOperatorInput,
  twoPeople: { operation: 'operator', matter: () => CREATION, unchanged: () => null },
  run(context, { input }): Promise<OperatorView | null> {
    const own = context.caller.scopes;
    const scopes = input.scopes ?? [...own];
    requireGivable(context.caller, scopes);
    return addOperator(context, { ...input, scopes, oidc_subject: null });
  },
});

/** Throws if a caller gives a scope that the caller lacks. */
export function requireGivable({ scopes: own }: Pick<Caller, 'scopes'>, given: readonly Scope[]): void {
  const lacking = given.filter((scope) => !own.has(scope));
  if (lacking.length === 0) return;
  const names = lacking.map((scope) => `"${scope}"`).join(' and ');
  throw refusal('permission_denied', `You lack ${names}, so you cannot make an operator who has it.`);
}

interface NewOperator {
  readonly name: string;
  readonly email: string | null;
  readonly scopes: readonly string[];
  readonly oidc_subject: string | null;
}

/** Stores an operator. */
export async function addOperator(
  context: CommandContext,
  { email, scopes, ...person }: NewOperator,
): Promise<OperatorView> {
  const id = context.newId('opr');
  const row: OperatorRow = withOperatorMac(context.rowMacs, {
    ...person,
    id,
    email: email === null ? null : context.vault.encrypt(email, operatorEmailAad(id)),
    scopes: scopes.join(','),
    created_at: timestamp(context.now),
    disabled_at: null,
    confirmed_at: null,
  });
  await context.db.insertInto('operator').values(row).execute();
  await context.record({ ...aboutOperator(row), type: 'operator.created', isFirst: true, data: { scopes } });
  await context.count([{ name: OPERATORS, by: 1 }]);
  return presentOperator(row, context.vault);
}

/** The operator that `node` asks for. A caller with the scope `admin` may read any operator, otherwise only itself. */
export const getOperator = defineRealTimeQuery({
  name: 'getOperator',
  roles: ['partner', 'operator'],
  async locate({ db, rowMacs, caller }, { operator_id }: OperatorIds): Promise<OperatorRow> {
    const isShown =
      caller.role === 'operator' && (operator_id === caller.operatorId || caller.scopes.has('admin'));
    const row = isShown ? await trustedOperator(db, rowMacs, operator_id) : null;
    if (row === null) throw noSuch('operator');
    return row;
  },
  run: async ({ vault }, { subject }): Promise<OperatorView> => presentOperator(subject, vault),
});

/** Lists operators, including disabled ones. */
export const listOperators = defineRealTimeQuery({
  name: 'listOperators',
  scope: 'admin',
  roles: ['operator'],
  input: pageInput('opr', {}),
  async run({ db, vault, rowMacs }, { input }) {
    const page = await findPage(db.selectFrom('operator').selectAll(), input);
    return mapPage(page, (row) => shownOf(row, rowMacs, vault));
  },
});

/** One damaged row does not hide the other people. The damaged person's keys and sessions are still refused. */
function shownOf(row: OperatorRow, rowMacs: RowMacs, vault: Vault): OperatorView {
  if (!isGenuineOperator(rowMacs, row)) return presentDamaged(row);
  const view = valueOrDamage(() => presentOperator(row, vault));
  return view instanceof DamageError ? presentDamaged(row) : view;
}

export const countOperators = defineRealTimeQuery({
  name: 'countOperators',
  scope: 'admin',
  roles: ['operator'],
  run: ({ db }): Promise<number> => totalOf(db, [OPERATORS]),
});

/**
 * Disables an operator forever. Its keys and sessions stop within a second. If it is disabled already, the first time
 * stays.
 */
export const disableOperator = defineRealTimeCommand({
  name: 'disableOperator',
  scope: 'admin',
  roles: ['operator'],
  locate: lockOperator,
  twoPeople: CHANGES_OPERATOR,
  async run(context, { subject }): Promise<OperatorView> {
    if (subject.disabled_at !== null) return presentOperator(subject, context.vault);
    const disabled_at = notBefore(subject.created_at, context.now);
    const after = await changeOperator(context, subject, { disabled_at });
    await context.record({ ...aboutOperator(after), type: 'operator.disabled' });
    return presentOperator(after, context.vault);
  },
});

/**
 * Writes a change of an operator with its new MAC. The row is locked. Throws if it was set back to an older version,
 * because a new MAC would hide that.
 */
export async function changeOperator(
  { db, rowMacs }: CommandContext,
  before: OperatorRow,
  change: Partial<Pick<OperatorRow, 'disabled_at' | 'scopes' | 'name' | 'email' | 'confirmed_at'>>,
): Promise<OperatorRow> {
  await trustedOperator(db, rowMacs, before.id);
  const after = withOperatorMac(rowMacs, { ...before, ...change });
  await db
    .updateTable('operator')
    .set({ ...change, mac: after.mac })
    .where('id', '=', before.id)
    .execute();
  return after;
}

/** The locked row of an operator. Throws `resource_missing` if there is none. */
export async function lockOperator(
  context: QueryContext,
  { operator_id }: OperatorIds,
): Promise<OperatorRow> {
  const { db, rowMacs } = context;
  const row = await db
    .selectFrom('operator')
    .selectAll()
    .where('id', '=', operator_id)
    .$call(lockRows(context))
    .executeTakeFirstOrThrow(() => noSuch('operator'));
  requireGenuineOperator(rowMacs, row);
  return row;
}
