import type { Migration } from '../../../src/engine/sql/migration.ts';
import { migrations } from '../../../src/run/migrations/migrations.ts';

/** A migration of the next version: a column with values from the rows that are there, an index, and a table. */
export const LATER: Migration = {
  name: '0002-later',
  statements: (kind) => [
    `alter table customer add column later_name text ${kind === 'postgres' ? 'collate "C"' : ''} not null default ''`,
    'update customer set later_name = company_name',
    'create index customer_later_name on customer (later_name, id)',
    'create table later (id integer not null primary key)',
  ],
};

/** The migrations of the next version. */
export const laterVersion: readonly Migration[] = [...migrations, LATER];
