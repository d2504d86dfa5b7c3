import type { Migration } from '../sql/migration.ts';
import { foreignObject, normalized, ownObjects } from '../sql/own-objects.ts';

/**
 * Kinds in a list of `pg_restore` that never run by themselves. The code of extensions comes from the server, not from
 * the file.
 */
const PLAIN: ReadonlySet<string> = new Set([
  'ACL',
  'COMMENT',
  'CONSTRAINT',
  'DATABASE',
  'DATABASE PROPERTIES',
  'DEFAULT',
  'DEFAULT ACL',
  'EXTENSION',
  'FK CONSTRAINT',
  'INDEX',
  'SCHEMA',
  'SEQUENCE',
  'SEQUENCE OWNED BY',
  'SEQUENCE SET',
  'STATISTICS',
  'STATISTICS DATA',
  'TABLE',
  'TABLE DATA',
]);

/** An entry: numbers, kind in capitals, schema, name, owner. */
const ENTRY = /^\d+; \d+ \d+ ([A-Z][A-Z ]*[A-Z]) (\S+) (.+) \S+$/;

/**
 * Throws ConfigError if a copy of a database has anything that runs by itself and that no migration makes. `list` and
 * `script` are the output of `pg_restore` with `--list` and with `--schema-only`.
 */
export function requireOwnObjects(
  { list, script }: { readonly list: string; readonly script: string },
  migrations: readonly Migration[],
): void {
  const own = new Map(
    ownObjects('postgres', migrations).map((each) => [`${each.kind} ${each.name}`, each.statement]),
  );
  const definitions = normalized(script);
  let triggers = 0;
  let functions = 0;
  for (const line of list.split('\n')) {
    if (line === '' || line.startsWith(';')) continue;
    const [, kind = '', , name = ''] = ENTRY.exec(line) ?? [];
    if (PLAIN.has(kind)) continue;
    const says = kind === '' ? 'an entry that cannot be read' : `the ${kind.toLowerCase()} ${shown(name)}`;
    // The name of a trigger comes after the name of its table; the name of a function has brackets.
    const statement = own.get(`${kind.toLowerCase()} ${name.split(' ').at(-1)?.replace('()', '')}`);
    if (statement === undefined) throw foreignObject(says);
    if (!definitions.includes(`${statement};`)) throw foreignObject(`${says} in another form`);
    if (kind === 'TRIGGER') triggers += 1;
    else functions += 1;
  }
  // A text inside a function could look like a definition.
  const made = (what: RegExp) => definitions.match(what)?.length ?? 0;
  if (made(/\bcreate (?:or replace )?(?:constraint )?trigger\b/g) !== triggers)
    throw foreignObject('more triggers than it names');
  if (made(/\bcreate (?:or replace )?function\b/g) !== functions)
    throw foreignObject('more functions than it names');
  if (/\b(?:disable|enable (?:always|replica)) trigger\b/.test(definitions))
    throw foreignObject('a trigger that was switched off');
}

/** A name as one word of a sentence, because anyone may have chosen it. */
const shown = (name: string): string => JSON.stringify(name.slice(0, NAMES_LENGTH_MAX));

/** Two names of PostgreSQL and a space. */
const NAMES_LENGTH_MAX = 127;
