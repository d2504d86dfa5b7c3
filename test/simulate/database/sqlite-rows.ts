import Database from 'better-sqlite3';
import type { Rows } from './rows.ts';

export function sqliteRows(file: string): Rows {
  const database = new Database(file, { readonly: true });
  const prepared = new Map<string, Database.Statement<unknown[], Record<string, unknown>>>();
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? database.prepare<unknown[], Record<string, unknown>>(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const all: Rows['all'] = async (sql, ...values) => prepare(sql).all(...values);
  return {
    kind: 'sqlite',
    all,
    version: async () => Object.values(prepare('pragma data_version').get() ?? {})[0],
    [Symbol.asyncDispose]: async () => void database.close(),
  };
}
