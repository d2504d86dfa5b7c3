import { ConfigError } from '../../kernel/config-error.ts';
import type { DatabaseKind } from './kinds.ts';
import type { Migration } from './migration.ts';

/** An object beside the tables that runs by itself: a trigger, or a function that triggers call. */
interface OwnObject {
  readonly kind: 'trigger' | 'function';
  readonly name: string;
  /** The result of `normalized` for the statement that makes it. */
  readonly statement: string;
}

/** The triggers and functions that the migrations make. */
export function ownObjects(kind: DatabaseKind, migrations: readonly Migration[]): readonly OwnObject[] {
  const script = migrations.flatMap(({ statements }) => statements(kind)).map(normalized);
  return script.flatMap((statement) => {
    const [, found, name] = /^create (trigger|function) (\w+)/.exec(statement) ?? [];
    if (name === undefined || (found !== 'trigger' && found !== 'function')) return [];
    return [{ kind: found, name, statement }];
  });
}

/** A statement without schema, line ends and capitals, because each database writes these in its own way. */
export const normalized = (statement: string): string =>
  statement
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b(on|function) "?[\w$]+"?\.(?=\w)/g, '$1 ')
    .trim();

/** The error if a copy of a database has an object that no version of the gateway makes. */
export const foreignObject = (what: string): ConfigError =>
  new ConfigError(
    `The copy of the database has ${what}, which the gateway did not make and which could run by itself. Nothing was restored. Look at it; if it may stay, restore the database by hand, and then restore again.`,
  );
