import { globSync, readFileSync, writeFileSync } from 'node:fs';

const src = new URL('../../', import.meta.url);

/**
 * The text of `entities.ts`: the entity of every `*.entity.ts` of src, in the order of their paths, and the type of its
 * rows under the name of its table.
 */
export function printEntities(): string {
  const paths = globSync('**/*.entity.ts', { cwd: src }).map((path) => path.replaceAll('\\', '/'));
  const entities = paths.toSorted().map((path) => ({ path, ...entityOf(path) }));
  return [
    '// `npm run schema` writes this list from every `*.entity.ts`. Only the ORM loads it.',
    "import type { InferKyselyTable } from '@mikro-orm/sql';",
    ...entities.map(({ path, name }) => `import { ${name} } from '../../${path}';`),
    '',
    'export const entities = [',
    ...entities.map(({ name }) => `  ${name},`),
    '];',
    '',
    "declare module '../../engine/sql/tables.ts' {",
    '  interface Tables {',
    ...entities.map(({ name, table }) => `    ${table}: InferKyselyTable<typeof ${name}>;`),
    '  }',
    '}',
    '',
  ].join('\n');
}

function entityOf(path: string): { readonly name: string; readonly table: string } {
  const text = readFileSync(new URL(path, src), 'utf8');
  const [name, ...more] = Array.from(
    text.matchAll(/^export const (\w+) = defineEntity\(/gm),
    ([, found]) => found,
  );
  const [, table] = /^ {2}tableName: '(\w+)',$/m.exec(text) ?? [];
  if (name === undefined || table === undefined || more.length > 0)
    throw new Error(`${path} must export one entity with the name of its table.`);
  return { name, table };
}

if (import.meta.main) writeFileSync(new URL('entities.ts', import.meta.url), printEntities());
