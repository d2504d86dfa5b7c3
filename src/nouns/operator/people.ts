import type { Vault } from '../../engine/crypto/encryption.ts';
import { refusal } from '../../kernel/errors.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { trustedOperator } from './find-operator.ts';
import { isUnconfirmed, type OperatorRow } from './operator.present.ts';
import { operatorEmailAad } from './operator.rules.ts';

/**
 * The person who calls. Throws `permission_denied` for a caller without a person, such as a key of before, because only
 * people can be two.
 */
export async function requirePerson({
  db,
  rowMacs,
  caller,
}: Pick<QueryContext, 'db' | 'rowMacs' | 'caller'>): Promise<OperatorRow> {
  const { operatorId } = caller;
  const row = operatorId === null ? null : await trustedOperator(db, rowMacs, operatorId);
  if (row !== null && row.disabled_at === null) return row;
  throw refusal(
    'permission_denied',
    'This change may need two people, so it needs a key or session of a person; see FUNDGATE_OPERATOR_KEY for the command line.',
  );
}

/** Throws `permission_denied` if a person may approve nothing that others ask for. */
export function requireConfirmed(person: OperatorRow): void {
  if (!isUnconfirmed(person)) return;
  throw refusal(
    'permission_denied',
    'You sign in by OpenID Connect, and no second person has confirmed you yet (confirmOperator).',
  );
}

/** What makes a person one: the e-mail address, or the operator if it has none. */
export function identityOf({ id, email }: Pick<OperatorRow, 'id' | 'email'>, vault: Vault): string {
  if (email === null) return id;
  return vault.decrypt(email, operatorEmailAad(id)).normalize('NFKC').trim().toLowerCase();
}

/** Whether two operators are one person. */
export const isSamePerson = (one: OperatorRow, other: OperatorRow, vault: Vault): boolean =>
  one.id === other.id || identityOf(one, vault) === identityOf(other, vault);

/** Whether one of some operators is a person. An id of no operator is left out. */
export async function isAmong(
  { db, rowMacs, vault }: Pick<QueryContext, 'db' | 'rowMacs' | 'vault'>,
  person: OperatorRow,
  ids: Iterable<string>,
): Promise<boolean> {
  for (const id of new Set(ids)) {
    const other = await trustedOperator(db, rowMacs, id);
    if (other !== null && isSamePerson(person, other, vault)) return true;
  }
  return false;
}
