import { aboutRecord, type TwoPeople } from '../../pipeline/matter.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { type OperatorRow, type OperatorView, presentOperator } from './operator.present.ts';

/** A change of an operator may need two people. One who changed since it was asked for is looked at anew. */
export const CHANGES_OPERATOR: TwoPeople<CommandContext, { readonly subject: OperatorRow }, OperatorView> = {
  operation: 'operator',
  matter: (_context, { subject: { id, scopes, disabled_at, confirmed_at, oidc_subject, email } }) =>
    // The address is encrypted anew with each change of it.
    aboutRecord(id, [scopes, disabled_at, confirmed_at, oidc_subject === null, email].join(' ')),
  unchanged: (context, { subject }) => presentOperator(subject, context.vault),
};
