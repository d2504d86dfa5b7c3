import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Tables } from './tables.ts';
import { holesOf, readAt, shapeOf, sourceOf, type Step } from './statement-holes.ts';

/** Shapes kept for each statement: lists of up to a hundred ids, pages with and without their bounds. */
const SHAPES_MAX = 256;

/** A statement compiled for one shape of its input. */
interface Prepared {
  readonly query: CompiledQuery;
  /** The input path of each parameter; null for a constant. */
  readonly sources: readonly (readonly Step[] | null)[];
}

/**
 * A statement of a frequent operation: written in Kysely, compiled once for each database and shape of input, and then
 * only bound to values, because building a statement takes as long as SQLite takes to run it. Rare statements, and
 * those whose text varies much, are plain Kysely. `build` gets holes instead of values. It may check whether one is
 * null or missing, the length of a list and the members of an object: each such shape is compiled separately. A value
 * that changes the text of the statement is passed in `choices`, not in `given`.
 */
export function statement<Given extends object, Row, Choices extends readonly string[]>(
  build: (db: Kysely<Tables>, given: Given, ...choices: Choices) => Compilable<Row>,
): (db: Kysely<Tables>, given: Given, ...choices: Choices) => Promise<readonly Row[]> {
  const known = new WeakMap<object, Map<string, Prepared>>();

  function preparedFor(db: Kysely<Tables>, adapter: object, given: Given, choices: Choices): Prepared {
    let shapes = known.get(adapter);
    if (shapes === undefined) known.set(adapter, (shapes = new Map<string, Prepared>()));
    const shape = choices.length === 0 ? shapeOf(given) : `${choices.join(' ')} ${shapeOf(given)}`;
    const kept = shapes.get(shape);
    if (kept !== undefined) return kept;
    const prepared = prepare(build, [db, holesOf(given), ...choices]);
    if (shapes.size >= SHAPES_MAX) shapes.clear();
    shapes.set(shape, prepared);
    return prepared;
  }

  return (db, given, ...choices) => {
    const executor = db.getExecutor();
    // A plugin must see the statement while it is built, so nothing is reused.
    if (executor.plugins.length > 0)
      return db.executeQuery(build(db, given, ...choices).compile()).then(rowsOf);
    try {
      const { query, sources } = preparedFor(db, executor.adapter, given, choices);
      const parameters = sources.map((source, index) =>
        source === null ? query.parameters[index] : readAt(given, source),
      );
      return executor.executeQuery<Row>({ ...query, parameters }).then(rowsOf);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

const rowsOf = <Row>({ rows }: QueryResult<Row>): readonly Row[] => rows;

/** `build` is called with holes in place of the values, which no type can express; hence `Reflect.apply`. */
function prepare(build: (...given: never) => Compilable, given: readonly unknown[]): Prepared {
  const query: CompiledQuery = Reflect.apply(build, undefined, given).compile();
  return { query, sources: query.parameters.map(sourceOf) };
}
