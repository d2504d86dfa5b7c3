import { globSync, readFileSync, writeFileSync } from 'node:fs';

const src = new URL('../../', import.meta.url);

/** The text of `entities.ts`: the entity of every `*.entity.ts` of src, in the order of their paths. */
export function printEntities(): string {
  const paths = globSync('**/*.entity.ts', { cwd: src }).map((path) => path.replaceAll('\\', '/'));
  const entities = paths.toSorted().map((path) => ({ path, name: entityOf(path) }));
  return [
    '// `npm run schema` writes this list from every `*.entity.ts`. Only the ORM loads it.',
    ...entities.map(({ path, name }) => `import { ${name} } from '../../${path}';`),
    '',
    'export const entities = [',
    ...entities.map(({ name }) => `  ${name},`),
    '];',
    '',
  ].join('\n');
}

function entityOf(path: string): string {
  const text = readFileSync(new URL(path, src), 'utf8');
  const [name, ...more] = Array.from(
    text.matchAll(/^export const (\w+) = defineEntity\(/gm),
    ([, found]) => found,
  );
  if (name === undefined || more.length > 0) throw new Error(`${path} must export one entity.`);
  return name;
}

if (import.meta.main) writeFileSync(new URL('entities.ts', import.meta.url), printEntities());
