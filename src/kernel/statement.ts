import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './tables.ts';
import { holesOf, readAt, shapeOf, sourceOf, type Step } from './statement-holes.ts';

/** Shapes kept of a statement: lists of up to a hundred ids, pages with and without their bounds. */
const SHAPES_MAX = 256;

/** A statement compiled for one shape of what it is given. */
interface Prepared {
  readonly query: CompiledQuery;
  /** Where each parameter comes from; null for one that is the same each time. */
  readonly sources: readonly (readonly Step[] | null)[];
}

/**
 * A statement of a hot operation: written in Kysely, built and compiled once for each database, and from then on only
 * bound to the values it is given, since to build a statement takes SQLite as long as to run it. What most requests run is
 * written so; what is rare, or looks different each time, is plain Kysely.
 *
 * `build` sees holes in the place of values. It may ask whether one is null or missing, how long a list is and which
 * members an object has; the statement is kept for each such shape. A value that decides about the text of the statement
 * is no member of `given` but one of `choices`.
 */
export function statement<Given extends object, Row, Choices extends readonly string[]>(
  build: (db: Kysely<Tables>, given: Given, ...choices: Choices) => Compilable<Row>,
): (db: Kysely<Tables>, given: Given, ...choices: Choices) => Promise<readonly Row[]> {
  const known = new WeakMap<object, Map<string, Prepared>>();

  function preparedFor(db: Kysely<Tables>, given: Given, choices: Choices): Prepared {
    const { adapter } = db.getExecutor();
    let shapes = known.get(adapter);
    if (shapes === undefined) known.set(adapter, (shapes = new Map<string, Prepared>()));
    const shape = `${choices.join(' ')} ${shapeOf(given)}`;
    const kept = shapes.get(shape);
    if (kept !== undefined) return kept;
    const prepared = prepare(build, [db, holesOf(given), ...choices]);
    if (shapes.size >= SHAPES_MAX) shapes.clear();
    shapes.set(shape, prepared);
    return prepared;
  }

  return async (db, given, ...choices) => {
    // A plugin is told of statements while they are built.
    if (db.getExecutor().plugins.length > 0) {
      return (await db.executeQuery(build(db, given, ...choices).compile())).rows;
    }
    const { query, sources } = preparedFor(db, given, choices);
    const parameters = sources.map((source, index) =>
      source === null ? query.parameters[index] : readAt(given, source),
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** Holes have the types of the values that they stand for, as far as `build` can see, and no type says so. */
function prepare(build: (...given: never) => Compilable, given: readonly unknown[]): Prepared {
  const query: CompiledQuery = Reflect.apply(build, undefined, given).compile();
  return { query, sources: query.parameters.map(sourceOf) };
}
