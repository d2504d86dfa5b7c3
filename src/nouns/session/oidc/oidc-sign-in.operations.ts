import { z } from 'zod';
import { type Caller, commandLine, SCOPES } from '../../../kernel/caller.ts';
import { refusal } from '../../../kernel/errors.ts';
import { isLine } from '../../../kernel/input/fields.ts';
import { requireGenuineOperator } from '../../operator/proven-operators.ts';
import { addOperator, changeOperator } from '../../operator/operator.operations.ts';
import {
  type OperatorRow,
  operatorScopes,
  type OperatorView,
  presentOperator,
} from '../../operator/operator.present.ts';
import { aboutOperator, operatorEmailAad } from '../../operator/operator.rules.ts';
import { type CommandContext, defineRealTimeCommand } from '../../../pipeline/operation.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';
import { openSession } from '../session.operations.ts';

/** The actor of changes by a sign-in, because the issuer's claims cause them. */
export const oidcIssuer: Caller = { ...commandLine, actor: 'oidc' };

const Person = z.strictObject({
  /** The caller has checked it, so that the person gets a clear error. */
  subject: z.string().refine(isLine),
  name: z.string(),
  email: z.string().nullable(),
  scopes: z.array(z.enum(SCOPES)),
  /** Whether the issuer has left out a claim that could give more scopes. */
  is_partial: z.boolean().default(false),
});

/**
 * The operator for a person who has signed in at the issuer. It is created at the first sign-in, and updated from the
 * claims at each later one. If the claims give no right to sign in, the result is null: no operator is created, and an
 * existing one loses the scopes, which ends its sessions. If claims are left out, an operator loses no scope. A disabled
 * operator stays disabled.
 */
export const signInByOidc = defineRealTimeCommand({
  name: 'signInByOidc',
  scope: 'admin',
  roles: ['operator'],
  input: Person,
  async run(context, { input: { subject, is_partial, ...person } }): Promise<OperatorView | null> {
    const maySignIn = person.scopes.includes(openSession.scope);
    const row = await context.db
      .selectFrom('operator')
      .selectAll()
      .where('oidc_subject', '=', subject)
      .$call(lockRows(context))
      .executeTakeFirst();
    if (row === undefined)
      return maySignIn ? addOperator(context, { ...person, oidc_subject: subject }) : null;
    requireGenuineOperator(context.rowMacs, row);
    if (row.disabled_at !== null) throw refusal('permission_denied', 'This operator was disabled.');
    const scopes = is_partial ? operatorScopes(row) : person.scopes;
    const view = await bringUpToDate(context, row, { ...person, scopes });
    return maySignIn ? view : null;
  },
});

async function bringUpToDate(
  context: CommandContext,
  row: OperatorRow,
  { name, email, scopes }: Pick<OperatorView, 'name' | 'email' | 'scopes'>,
) {
  const before = presentOperator(row, context.vault);
  const changed = [
    ...(name === before.name ? [] : ['name']),
    ...(email === before.email ? [] : ['email']),
    ...(scopes.join() === before.scopes.join() ? [] : ['scopes']),
  ];
  if (changed.length === 0) return before;
  const after = await changeOperator(context, row, {
    name,
    email: email === null ? null : context.vault.encrypt(email, operatorEmailAad(row.id)),
    scopes: scopes.join(','),
    // A new address may be of another person, or hide that two operators are one.
    confirmed_at: changed.includes('email') ? null : row.confirmed_at,
  });
  // The trail proves the scopes, because a row with a valid MAC may have been set back to older scopes.
  const data = changed.includes('scopes') ? { changed, scopes } : { changed };
  await context.record({ ...aboutOperator(row), type: 'operator.updated', data });
  return presentOperator(after, context.vault);
}
