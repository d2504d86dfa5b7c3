import { z } from 'zod';
import { refusal } from '../../kernel/errors.ts';
import type { ListLength, Page } from '../../kernel/page.ts';
import { execute } from '../execute.ts';
import { COUNTED_MAX } from '../rows/counted-rows.ts';
import { precheck } from '../precheck.ts';
import type { Ids, Query } from '../operation.ts';
import { validateInput } from '../validate-input.ts';
import { type InterfaceBodies, wantsInterface } from './interface-bodies.ts';
import { withIgnored } from './ignored-input.ts';
import { digits, rawQuery } from '../../engine/http/read-query.ts';
import { idsOfPath, type PathIds } from './path-ids.ts';
import { replyJson } from './reply.ts';
import type { Route, RouteRow } from './route.ts';

interface ListRoute<
  Path extends string,
  Others extends Ids,
  ListSchema extends z.ZodObject,
  CountSchema extends z.ZodObject,
  Subject,
  Item,
  Length extends ListLength,
> extends Omit<RouteRow, 'describe' | 'successor' | 'method' | 'path'> {
  readonly path: Path;
  readonly list: Query<PathIds<Path> & NoInfer<Others>, ListSchema, Subject, Page<Item>>;
  readonly count: Query<PathIds<Path> & NoInfer<Others>, CountSchema, Subject, Length>;
  /** Whether counting may stop at `COUNTED_MAX` if there is a filter. */
  readonly countMayStop?: boolean;
  /** The ids that the path does not have. */
  readonly ids?: Others;
  readonly item: z.ZodType;
  /** Maps an item to its form in the list; by default they are the same. */
  readonly present?: (item: Item) => unknown;
  /** Only for rows of the first interface: the items for partners who want only its members. */
  readonly ofInterface?: InterfaceBodies<Item>;
  /** Filters that the path already names. */
  readonly omits?: readonly string[];
  /** The id of an item, which `starting_after` of the next page refers to. */
  readonly idOf: (item: Item) => string;
}

/**
 * A list route: query parameters `limit`, `offset` or `starting_after`, and the filters of its operation; `items`,
 * `count`, and a `Link` header to the next page.
 */
export function listRoute<
  const Path extends string,
  ListSchema extends z.ZodObject,
  CountSchema extends z.ZodObject,
  Subject,
  Item,
  Length extends ListLength,
  Others extends Ids = Readonly<Record<never, string>>,
>({
  list,
  count,
  ids: others,
  item,
  present = (each) => each,
  countMayStop = false,
  ofInterface,
  idOf,
  omits = [],
  ...row
}: ListRoute<Path, Others, ListSchema, CountSchema, Subject, Item, Length>): Route {
  const ids = idsOfPath(row.path, others);
  const query = queryOf(list, omits);
  const filterIn = picking(Object.keys(query.shape).filter((name) => !BOUNDS.includes(name)));
  return {
    ...row,
    method: 'GET',
    access: 'key',
    isList: true,
    describe: {
      operationId: list.name,
      query,
      response: bodyOf(item, countMayStop),
      errors: [],
    },
    async handle({ gateway, requestId, params, pathAndQuery, caller }) {
      const call = { caller, requestId, ids: ids(params) };
      // Awaited only if it is a promise, for the same reason as in `perform`.
      const found = precheck(gateway, list, { ...call, input: {} });
      if (found instanceof Promise) await found;
      const reader = { db: gateway.database.reads, caller, mayIgnore: true };
      const raw = rawQuery(pathAndQuery);
      const read = validateInput(query, raw, reader);
      const { input, ignored, ignoredCount } = read instanceof Promise ? await read : read;
      requireOnePosition(input);
      // In parallel, so that a remote database costs one round trip.
      const [{ view: page }, { view: total }] = await Promise.all([
        execute(gateway, list, { ...call, input }),
        execute(gateway, count, { ...call, input: filterIn(input) }),
      ]);
      const last = page.rows.at(-1);
      const next =
        page.hasOlder && last !== undefined ? nextPage(gateway.publicUrl, pathAndQuery, idOf(last)) : {};
      const items =
        ofInterface !== undefined && wantsInterface(caller)
          ? await ofInterface(page.rows, gateway.database.reads)
          : page.rows.map(present);
      return withIgnored(replyJson({ items, ...lengthShown(total) }, next), [{ ignored, ignoredCount }]);
    },
  };
}

/** The member is absent from all other responses, so that nothing changes for clients that know only `count`. */
const AT_LEAST = {
  count_is_at_least: z
    .literal(true)
    .optional()
    .describe(
      `Present if more than ${COUNTED_MAX.toLocaleString('en')} items match a filter. They are not counted further, so \`count\` is that number.`,
    ),
};

const bodyOf = (item: z.ZodType, countMayStop: boolean) =>
  z.strictObject({ items: z.array(item), count: z.int().min(0), ...(countMayStop && AT_LEAST) });

const lengthShown = (length: ListLength) =>
  typeof length === 'number' ? { count: length } : { count: length.atLeast, count_is_at_least: true };

/**
 * `offset` and `starting_after` exclude each other. An `offset` of 0 skips nothing, and clients that are made of the
 * OpenAPI document send it, because it is the default there.
 */
function requireOnePosition(input: Readonly<Record<string, unknown>>): void {
  if (input['offset'] !== 0 && input['starting_after'] !== null)
    throw refusal('parameter_invalid', 'cannot be used with starting_after', { path: ['offset'] });
}

/** Copies the members with the given names. */
const picking =
  (names: readonly string[]) =>
  (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const picked: Record<string, unknown> = {};
    for (const name of names) if (input[name] !== undefined) picked[name] = input[name];
    return picked;
  };

const BOUNDS = ['limit', 'offset', 'starting_after'];

/** The input of a list as query parameters. Backward paging is left out, because only GraphQL has it. */
function queryOf(
  list: { readonly input: z.ZodObject | ((subject: never) => z.ZodObject) },
  omits: readonly string[],
): z.ZodObject {
  if (typeof list.input === 'function') throw new Error('A list has one form of input.');
  const { ending_before: _before, from: _from, limit, offset, ...shape } = list.input.shape;
  const filters = Object.entries(shape).filter(([name]) => !omits.includes(name));
  return z.strictObject({ limit: digits(limit), offset: digits(offset), ...Object.fromEntries(filters) });
}

/** A path and query that needs no escaping, so that a parameter can simply be appended. */
const PLAIN = /^[\w/?&=.-]*$/;

function nextPage(publicUrl: string, pathAndQuery: string, last: string) {
  const isPlain = PLAIN.test(pathAndQuery) && !pathAndQuery.includes('offset=');
  if (isPlain && !pathAndQuery.includes('starting_after=')) {
    const separator = pathAndQuery.includes('?') ? '&' : '?';
    return { Link: `<${publicUrl}${pathAndQuery}${separator}starting_after=${last}>; rel="next"` };
  }
  const url = new URL(publicUrl + pathAndQuery);
  url.searchParams.delete('offset');
  url.searchParams.set('starting_after', last);
  return { Link: `<${url.href}>; rel="next"` };
}
