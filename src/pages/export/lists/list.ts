import { z } from 'zod';
import type { TypedDocumentString } from '../../console-kit/generated/graphql.ts';
import { asInQuery } from './filters.ts';

/** Runs a document for the person who exports; throws OperationError if any part of it is refused. */
export type Ask = <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
) => Promise<Result>;

/** Rows of a page of an export: the most that a list gives at once. */
const PAGE_ROWS = 100;

interface Position {
  readonly first: number;
  readonly after: string | null;
}

/** A page of rows. */
export interface Connection<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** One column: its name, and the text of a row in it. */
export type Columns<Row> = readonly (readonly [name: string, text: (row: Row) => string])[];

interface Rows {
  readonly rows: readonly (readonly string[])[];
  /** The cursor after these rows; null at the end of the list. */
  readonly next: string | null;
}

/** A list that can be saved, with the filter that a person chose. */
export interface ChosenList {
  readonly headings: readonly string[];
  page(ask: Ask, after: string | null): Promise<Rows>;
}

export interface ListExport {
  /** Throws ZodError if the filter does not fit this list. */
  choose(filter: unknown): ChosenList;
}

interface Definition<Args extends z.ZodRawShape, Filter extends object, Row> {
  /** Arguments beside the filter, such as the record that the list belongs to. */
  readonly args: Args;
  readonly filter: z.ZodType<Filter>;
  readonly columns: Columns<Row>;
  /** Asks for a page by the document of the screen; null if the record that the list belongs to does not exist. */
  readonly read: (
    ask: Ask,
    position: Position & { readonly filter: Filter },
    args: z.output<z.ZodObject<Args>>,
  ) => Promise<Connection<Row> | null>;
}

/** Empty texts are fields that were not filled in. */
const Chosen = z
  .record(z.string(), z.unknown())
  .transform((members) => Object.entries(members).filter(([, value]) => value !== ''));

export const listExport = <Args extends z.ZodRawShape, Filter extends object, Row>({
  args: shape,
  filter: schema,
  columns,
  read,
}: Definition<Args, Filter, Row>): ListExport => ({
  choose(input) {
    const members = Chosen.parse(input);
    const isArgument = ([name]: readonly [string, unknown]) => Object.hasOwn(shape, name);
    const args = z.strictObject(shape).parse(Object.fromEntries(members.filter(isArgument)));
    const filter = schema.parse(Object.fromEntries(members.filter((each) => !isArgument(each))));
    return {
      headings: columns.map(([name]) => name),
      async page(ask, after) {
        const connection = await read(ask, { first: PAGE_ROWS, after, filter }, args);
        if (connection === null) return { rows: [], next: null };
        const { nodes, pageInfo } = connection;
        return {
          rows: nodes.map((row) => columns.map(([, text]) => text(row))),
          next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
        };
      },
    };
  },
});

/** A list whose document takes only a page and a filter. */
export const documentExport = <Result, Row>(
  columns: Columns<Row>,
  document: TypedDocumentString<Result, Position & { readonly filter: object }>,
  pageOf: (result: Result) => Connection<Row>,
): ListExport =>
  listExport({
    args: {},
    filter: asInQuery<object>(),
    columns,
    read: async (ask, page) => pageOf(await ask(document, page)),
  });
