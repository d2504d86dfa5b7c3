import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Tables } from './tables.ts';
import {
  bind,
  placeholdersOf,
  type Shape,
  shapeOf,
  shapeTextOf,
  sourceOf,
} from './statement-placeholders.ts';

/** The most shapes in the cache of each statement: lists of up to a hundred ids, pages with and without bounds. */
const SHAPES_MAX = 256;

/**
 * How many recent shapes are compared with an input before a text is made of its shape. Most statements have one or two
 * shapes.
 */
const RECENT_MAX = 3;

/** A statement compiled for one shape of its input. */
interface Prepared {
  readonly shape: Shape;
  /** The choices, with blanks between them. */
  readonly chosen: string;
  readonly query: CompiledQuery;
  /** For each parameter, its place among the values of an input; null if it is a constant. */
  readonly sources: readonly (number | null)[];
}

/** The compiled statements of one database. */
interface Known {
  readonly byShape: Map<string, Prepared>;
  /** The last ones, the latest first. */
  readonly recent: Prepared[];
}

/**
 * A statement of a frequent operation. Kysely compiles it once for each database and each shape of the input; a run
 * only binds values. That saves half of the time on SQLite, because building a statement takes as long as running it.
 * Use plain Kysely for rare statements, and if the text varies much. `build` gets placeholders instead of values. It
 * may look only at the shape: whether a value is null or missing, the length of a list, the members of an object. A
 * value that changes the text of the statement belongs into `choices`, not into `given`.
 */
export function statement<Given extends object, Row, Choices extends readonly string[]>(
  build: (db: Kysely<Tables>, given: Given, ...choices: Choices) => Compilable<Row>,
): (db: Kysely<Tables>, given: Given, ...choices: Choices) => Promise<readonly Row[]> {
  const databases = new WeakMap<object, Known>();

  function preparedFor(db: Kysely<Tables>, known: Known, given: Given, choices: Choices): Prepared {
    const chosen = choices.join(' ');
    const shape = `${chosen} ${shapeTextOf(given)}`;
    let prepared = known.byShape.get(shape);
    if (prepared === undefined) {
      prepared = {
        shape: shapeOf(given),
        chosen,
        ...prepare(build, [db, placeholdersOf(given), ...choices]),
      };
      if (known.byShape.size >= SHAPES_MAX) known.byShape.clear();
      known.byShape.set(shape, prepared);
    }
    known.recent.unshift(prepared);
    if (known.recent.length > RECENT_MAX) known.recent.pop();
    return prepared;
  }

  function bound(db: Kysely<Tables>, known: Known, given: Given, choices: Choices): CompiledQuery {
    const chosen = choices.length === 0 ? '' : choices.join(' ');
    for (const prepared of known.recent) {
      const values: unknown[] = [];
      if (prepared.chosen === chosen && bind(prepared.shape, given, values)) return filled(prepared, values);
    }
    const prepared = preparedFor(db, known, given, choices);
    const values: unknown[] = [];
    if (!bind(prepared.shape, given, values))
      throw new Error('An input does not fit the statement that was made for it.');
    return filled(prepared, values);
  }

  return (db, given, ...choices) => {
    const executor = db.getExecutor();
    // Not cached, because a plugin must see each statement while it is built.
    if (executor.plugins.length > 0)
      return db.executeQuery(build(db, given, ...choices).compile()).then(rowsOf);
    let known = databases.get(executor.adapter);
    if (known === undefined) databases.set(executor.adapter, (known = { byShape: new Map(), recent: [] }));
    try {
      return executor.executeQuery<Row>(bound(db, known, given, choices)).then(rowsOf);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

const rowsOf = <Row>({ rows }: QueryResult<Row>): readonly Row[] => rows;

function filled({ query, sources }: Prepared, values: readonly unknown[]): CompiledQuery {
  const parameters: unknown[] = [];
  for (let at = 0; at < sources.length; at += 1) {
    const source = sources[at] ?? null;
    parameters.push(source === null ? query.parameters[at] : values[source]);
  }
  return { query: query.query, queryId: query.queryId, sql: query.sql, parameters };
}

/** Calls `build` with placeholders instead of values. No type can express that, so it uses `Reflect.apply`. */
function prepare(
  build: (...given: never) => Compilable,
  given: readonly unknown[],
): Pick<Prepared, 'query' | 'sources'> {
  const query: CompiledQuery = Reflect.apply(build, undefined, given).compile();
  return { query, sources: query.parameters.map(sourceOf) };
}
