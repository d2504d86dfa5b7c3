import type { GraphQLSchema } from 'graphql';
import { eventsTable } from './events-table.ts';
import { typesOf } from './members.ts';
import { type Example, readExamples } from '../../../api/examples/examples.ts';
import { kindOf, eventTypes } from '../../../trail/record/event-types.ts';
import { catalogue } from '../../../kernel/error-catalogue.ts';
import { NOUNS } from '../../../kernel/nouns.ts';
import type { Route } from '../../../pipeline/rest-kit/route.ts';
import { codesOfAll } from '../../../api/rest/openapi/errors.ts';
import { parametersOf } from '../../../api/rest/openapi/parameters.ts';
import { createSchemaBook } from '../../../api/rest/openapi/schemas.ts';
import { settlementMachine } from '../../../nouns/settlement/settlement.machine.ts';
import { repaymentMachine } from '../../../nouns/repayment/repayment.machine.ts';
import { deliveryMachine } from '../../../nouns/webhook/delivery/delivery.machine.ts';
import { anchorOf } from '../markdown.ts';
import type { MadePage } from '../site.ts';
import { fieldsAbout, graphqlTypes, valuesOf } from './graphql-types.ts';
import { cell, parts, table } from './markdown-table.ts';
import { NOUN_PAGES, type NounName, type NounPage } from './noun-page-list.ts';
import type { Tables } from './tables.ts';

/** Nouns whose states change by a table. */
const MACHINES = {
  settlement: settlementMachine,
  repayment: repaymentMachine,
  webhookDelivery: deliveryMachine,
} as const;

/** What each noun is, by both APIs: made of the tables that also serve the requests. */
export const nounPages = (tables: Tables): readonly MadePage[] =>
  NOUN_PAGES.map((page) => ({
    name: page.name,
    title: page.title,
    lead: leadOf(page),
    parts: () => nounParts(page, tables),
  }));

/** The address of the page of a tag of OpenAPI, in the form of guides. */
export const pageOfTag = (tag: string): string | null => {
  const found = NOUN_PAGES.find(({ nouns }) => nouns.some((noun) => tagOf(noun)?.name === tag));
  return found === undefined ? null : `[Fields, states and events](${found.name}.md)`;
};

function tagOf(noun: NounName) {
  const row = NOUNS[noun];
  return 'tag' in row ? row.tag : null;
}

function leadOf({ title, nouns }: NounPage): string {
  const [about] = nouns.flatMap((noun) => tagOf(noun)?.description ?? []);
  return about === undefined
    ? `${title}, as GraphQL shows them. For developers: operations, fields, values and events.`
    : `${about} For developers: operations and fields of both APIs, states, events and errors.`;
}

function* nounParts(page: NounPage, { routes, schema, publicUrl }: Tables): Generator<string, void> {
  const tags = page.nouns.flatMap((noun) => tagOf(noun)?.name ?? []);
  const rows = routes.filter(
    ({ tag, successor }) => successor === undefined && tags.some((each) => each === tag),
  );
  const nodes = page.nouns.flatMap((noun) => {
    const row = NOUNS[noun];
    return 'node' in row ? [row.node] : [];
  });
  yield parts(`# ${page.title}`, leadOf(page), idsOf(page));
  yield operations(rows, { nodes, schema, examples: readExamples(publicUrl) });
  yield* restTypes(rows);
  yield* graphqlTypes(schema, nodes);
  const values = valuesOf(schema, nodes);
  if (values.length > 0) yield parts('## States and other values', ...values);
  yield moves(page);
  yield events(page);
  yield errors(rows);
  yield parts(
    '## Read on',
    [...page.guides, ['Reference of both APIs', 'reference.md']]
      .map(([words, href]) => `- [${words}](${href})`)
      .join('\n'),
  );
}

const idsOf = ({ nouns }: NounPage): string =>
  nouns
    .flatMap((noun) => {
      const row = NOUNS[noun];
      return 'id' in row
        ? [`- \`${row.id}\` is the id of ${row.says} and begins with \`${row.prefix}_\`.`]
        : [];
    })
    .join('\n');

interface Operating {
  readonly nodes: readonly string[];
  readonly schema: GraphQLSchema;
  readonly examples: readonly Example[];
}

function operations(rows: readonly Route[], { nodes, schema, examples }: Operating): string {
  const shown = new Set<string>();
  const both = rows.map(({ method, path, summary }) => {
    const alike = examples.filter(({ rest }) => rest.some(({ row }) => row === `${method} ${path}`));
    const fields = [...new Set(alike.map(({ graphql }) => graphql.field))];
    for (const field of fields) shown.add(field);
    return [
      `[${summary}](reference.md#${anchorOf(summary)})`,
      `\`${method} ${path}\``,
      fields.map((field) => `\`${field}\``).join(', '),
    ];
  });
  const others = fieldsAbout(schema, nodes).filter(([field]) => !shown.has(field));
  return parts(
    '## Operations',
    both.length === 0 ? null : table(['What', 'REST', 'GraphQL'], both),
    others.length === 0 ? null : 'Only in GraphQL:',
    others.length === 0
      ? null
      : table(
          ['Field', 'For', 'Meaning'],
          others.map(([field, who, means]) => [`\`${field}\``, who, cell(means)]),
        ),
  );
}

function* restTypes(rows: readonly Route[]): Generator<string, void> {
  if (rows.length === 0) return;
  const book = createSchemaBook();
  for (const route of rows) {
    parametersOf(route, book);
    if (route.describe.body !== undefined) book.schemaOf(route.describe.body.schema, 'input');
    if (route.describe.response !== 'bytes') book.schemaOf(route.describe.response, 'output');
  }
  yield '## Fields in REST';
  yield* typesOf(book);
}

function moves({ nouns }: NounPage): string {
  const rows = Object.entries(MACHINES).flatMap(([noun, machine]) =>
    nouns.some((each) => each === noun) ? movesOf(machine) : [],
  );
  if (rows.length === 0) return '';
  return parts('## Moves between states', table(['From', 'What happens', 'By', 'To'], rows));
}

interface Moving<State extends string, Event extends string> {
  readonly states: readonly State[];
  nextEvents(from: State): readonly Event[];
  causeOf(event: Event): string;
  advance(from: State, event: Event): State | null;
}

const movesOf = <State extends string, Event extends string>(machine: Moving<State, Event>): string[][] =>
  machine.states.flatMap((from) =>
    machine
      .nextEvents(from)
      .map((event) => [from, event, machine.causeOf(event), machine.advance(from, event) ?? ''])
      .map((cells) => cells.map((text, at) => (at === 2 ? text : `\`${text}\``))),
  );

function events({ nouns }: NounPage): string {
  const subjects = nouns.flatMap((noun) => ('subject' in NOUNS[noun] ? [`${NOUNS[noun].subject}.`] : []));
  const own = eventTypes.filter((type) => subjects.some((subject) => type.startsWith(subject)));
  if (own.every((type) => kindOf(type).shows === null)) return '';
  return parts(
    '## Events about it',
    'For your own records; read them with [the feed or webhooks](events.md).',
    eventsTable(own),
  );
}

function errors(rows: readonly Route[]): string {
  if (rows.length === 0) return '';
  const codes = codesOfAll(rows).map((code) => {
    const { status, when } = catalogue[code];
    return [`[\`${code}\`](errors.md#${code})`, String(status), cell(when)];
  });
  return parts('## Errors', table(['Code', 'HTTP', 'When'], codes));
}
