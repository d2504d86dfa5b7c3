import type { Selectable } from 'kysely';
import type { Coverage } from '../../engine/crypto/covered-row.ts';
import type { Encrypted } from '../../engine/crypto/encryption.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { COLUMNS } from '../../kernel/generated/columns.ts';

type TableUnderMac = keyof typeof COLUMNS & keyof Tables;

/** An encrypted column is one of them: a rotation of the secrets encrypts it again, so its text changes. */
type Exceptions<Row> = {
  readonly [Column in keyof Row as Extract<Row[Column], Encrypted> extends never ? never : Column]: Exception;
} & { readonly [Column in keyof Row]?: Exception };
type Exception = Exclude<Coverage, 'value'>;

type Covering<Row, Except> = {
  readonly [Column in keyof Row]: Column extends keyof Except
    ? Except[Column] & Coverage
    : Column extends 'mac'
      ? 'none'
      : 'value';
};

/**
 * How the MAC of the rows of a table covers each column: its value, unless it is among the exceptions. So the MAC covers
 * a new column, and a new encrypted column without an exception is a compile error.
 */
export function coverageOf<
  Table extends TableUnderMac,
  const Except extends Exceptions<Selectable<Tables[Table]>>,
>(table: Table, exceptions: Except): Covering<Selectable<Tables[Table]>, Except>;
export function coverageOf(
  table: TableUnderMac,
  exceptions: Readonly<Record<string, Coverage | undefined>>,
): Readonly<Record<string, Coverage>> {
  const coverage: Record<string, Coverage> = {};
  for (const column of COLUMNS[table])
    coverage[column] = exceptions[column] ?? (column === 'mac' ? 'none' : 'value');
  return coverage;
}
