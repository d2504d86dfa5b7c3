import type { DatabaseKind } from '../../../src/engine/sql/kinds.ts';

/** The tables as they are, read without the gateway. */
export interface Rows extends AsyncDisposable {
  readonly kind: DatabaseKind;
  all(sql: string, ...values: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Another one after each change; null if the server is stopped or a migration holds a table. */
  version(): Promise<unknown>;
}

/** The number in the first column of the first row. */
export const numberIn = async (rows: Rows, sql: string, ...values: readonly unknown[]): Promise<number> =>
  Number(Object.values((await rows.all(sql, ...values))[0] ?? {})[0] ?? 0);
