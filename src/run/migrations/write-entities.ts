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

/** The text of `columns.ts`: the columns of every table whose rows have a MAC. */
export function printColumns(): string {
  const tables = globSync('**/*.entity.ts', { cwd: src }).flatMap((path) => {
    const properties = readFileSync(new URL(path, src), 'utf8').matchAll(/^ {4}(\w+): (.*)$/gm);
    const columns = Array.from(properties, ([, name, value]) => columnOf(name ?? '', value ?? ''));
    const names = columns.map((column) => `'${column}'`).join(', ');
    return columns.includes('mac') ? [`  ${entityOf(path).table}: [${names}],`] : [];
  });
  return [
    '// `npm run schema` writes this list from every `*.entity.ts`.',
    'export const COLUMNS = {',
    ...tables.toSorted(),
    '} as const;',
    '',
  ].join('\n');
}

/** A property that refers to a row of another table has the name of that row. Its column has the id. */
function columnOf(name: string, value: string): string {
  if (!value.includes('manyToOne')) return name;
  return /fieldName\('(\w+)'\)/.exec(value)?.[1] ?? `${name}_id`;
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

if (import.meta.main) {
  writeFileSync(new URL('entities.ts', import.meta.url), printEntities());
  writeFileSync(new URL('kernel/generated/columns.ts', src), printColumns());
}
