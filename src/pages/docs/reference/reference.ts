import type { GraphQLSchema } from 'graphql';
import { eventsTable } from './events-table.ts';
import { typesOf } from './members.ts';
import { type Example, readExamples } from '../../../api/examples/examples.ts';
import { eventTypes } from '../../../trail/record/event-types.ts';
import { catalogue } from '../../../kernel/error-catalogue.ts';
import { NOUNS } from '../../../kernel/nouns.ts';
import type { Route } from '../../../pipeline/rest-kit/route.ts';
import { createSchemaBook, type SchemaBook } from '../../../api/rest/openapi/schemas.ts';
import type { MadePage } from '../site.ts';
import { type Field, fieldRow, graphqlEquivalent } from './graphql-equivalent.ts';
import { cell, parts, table } from './markdown-table.ts';
import { pageOfTag } from './noun-pages.ts';
import { restEquivalent } from './rest-equivalent.ts';
import type { Tables } from './tables.ts';
import { isForOperators, type RootField, rootFields } from './root-fields.ts';

const LEAD =
  'For developers who write a client: every operation of a partner, by REST and by GraphQL side by side, with real ' +
  'requests and answers.';

/** The reference of both APIs. */
export const referencePage = (tables: Tables): MadePage => ({
  name: 'reference',
  title: 'Reference',
  lead: LEAD,
  parts: () => referenceParts(tables),
});

/** Made one after the other, because all of them take as long as a thousand requests. */
function* referenceParts({ routes, schema, publicUrl }: Tables): Generator<string, void> {
  const current = routes.filter(({ successor }) => successor === undefined);
  const byTag = Map.groupBy(current, ({ tag }) => tag);
  const contents = [
    ...byTag.keys(),
    'Only in GraphQL',
    'For operators',
    'Types of REST',
    'Types of events',
    'Codes of errors',
  ];
  const links = contents.map((each) => `- [${each}](#${each.toLowerCase().replaceAll(' ', '-')})`);
  yield parts('# Reference', LEAD, links.join('\n'));
  const examples = readExamples(publicUrl);
  const book = createSchemaBook();
  for (const [tag, rows] of byTag) {
    yield parts(`## ${tag}`, DESCRIPTIONS.get(tag) ?? null, pageOfTag(tag));
    for (const route of rows) yield operation(route, { examples, schema, book });
  }
  yield onlyGraphql(schema, examples);
  yield parts('## Types of REST', 'Responses may get more members with time.');
  yield* typesOf(book);
  yield events();
  yield codes();
  yield oldSpellings(routes);
}

const DESCRIPTIONS: ReadonlyMap<string, string> = new Map(
  Object.values(NOUNS).flatMap((row) => ('tag' in row ? [[row.tag.name, row.tag.description] as const] : [])),
);

interface Parts {
  readonly examples: readonly Example[];
  readonly schema: GraphQLSchema;
  readonly book: SchemaBook;
}

/** A row of REST, and beside it each field of GraphQL that does the same. */
function operation(route: Route, { examples, schema, book }: Parts): string {
  const row = `${route.method} ${route.path}`;
  const alike = examples.filter(({ rest }) => rest.some((each) => each.row === row));
  const example = alike.flatMap(({ rest }) => rest).find((each) => each.row === row);
  const equivalents = alike.map((each) => graphqlEquivalent(fieldNamed(schema, each.graphql.field), each));
  return parts(
    `### ${route.summary}`,
    '<!-- side-by-side -->',
    restEquivalent(route, example, book),
    '<!-- beside -->',
    equivalents.length === 0 ? 'GraphQL has no counterpart, and needs none.' : parts(...equivalents),
    '<!-- /side-by-side -->',
  );
}

const fieldNamed = (schema: GraphQLSchema, name: string): Field | undefined =>
  rootFields(schema).find(({ type, field }) => `${type}.${field.name}` === name)?.field;

function onlyGraphql(schema: GraphQLSchema, examples: readonly Example[]): string {
  const shown = new Set(examples.map(({ graphql }) => graphql.field));
  const others = rootFields(schema).filter(({ type, field }) => !shown.has(`${type}.${field.name}`));
  const heads = ['Field', 'Arguments', 'Is', 'Meaning'];
  const rows = (those: readonly RootField[]) => those.map(({ type, field }) => fieldRow(type, field));
  return parts(
    '## Only in GraphQL',
    table(heads, rows(others.filter(({ field }) => !isForOperators(field)))),
    '## For operators',
    'Operators have these fields of GraphQL, [the page in the browser and the command line](operators.md).',
    table(heads, rows(others.filter(({ field }) => isForOperators(field)))),
  );
}

function events(): string {
  return parts(
    '## Types of events',
    'The events that partners read with `GET /v1/events` and `Query.eventFeed`, and get by webhooks, are about their own records. Events of operators belong to no partner.',
    eventsTable(eventTypes),
  );
}

function codes(): string {
  const rows = Object.entries(catalogue).map(([code, { status, type, when }]) => [
    String(status),
    `\`${type}\``,
    `[\`${code}\`](errors.md#${code})`,
    cell(when),
  ]);
  return parts('## Codes of errors', table(['HTTP', 'Type', 'Code', 'When'], rows));
}

function oldSpellings(routes: readonly Route[]): string {
  const rows = routes.flatMap(({ method, path, successor }) =>
    successor === undefined ? [] : [[`\`${method} ${path}\``, `\`${successor}\``]],
  );
  return parts(
    '## Old spellings',
    'They still work, and their responses have the header `Deprecation`.',
    table(['Old', 'Now'], rows),
  );
}
