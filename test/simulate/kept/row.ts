import type { DatabaseKind } from '../../../src/engine/sql/kinds.ts';
import type { Told } from '../simulate.ts';

/** The row of `stories.ts` that keeps a story. Who found it says in a sentence what was wrong in the sources. */
export function rowOf(
  { seed, wrongs: [wrong = ''] }: Told,
  without: readonly string[],
  database: DatabaseKind,
): string {
  const names = without.map((name) => `'${name}'`).join(', ');
  return `{ seed: ${seed}, without: [${names}], database: '${database}', found: ${JSON.stringify(wrong.slice(0, 80))} },`;
}
