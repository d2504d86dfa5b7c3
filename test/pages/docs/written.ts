import { format } from 'prettier';
import prettierOptions from '../../../.prettierrc.json' with { type: 'json' };
import { runCommandLine } from '../../../src/run/cli/command-line.ts';
import { HELP_COLUMNS } from '../../../src/run/cli/output/terminal.ts';
import { eventTypes, kindOf } from '../../../src/trail/record/event-types.ts';
import { catalogue } from '../../../src/kernel/error-catalogue.ts';
import { descriptionOf } from '../../../src/kernel/input/description.ts';
import { warningKinds } from '../../../src/nouns/kyc/countries/index.ts';
import { ALERTS } from '../../run/metrics/rules.ts';
import { metricRows } from '../../../src/run/metrics/table.ts';
import { routes, routesOf } from '../../../src/features.ts';
import { methodRows } from '../../../src/api/rest/typescript/client.ts';
import { FACT_NAMES, FACTS } from '../../../src/nouns/decision/facts/facts.rules.ts';
import { DENIALS } from '../../../src/nouns/settlement/denial.rules.ts';
import { MAGIC_AMOUNTS } from '../../../src/nouns/settlement/magic-amounts.rules.ts';
import { guide, marksOf, textOf } from './pages.ts';

/** A part of a page that shows the source as it is now, between marks of this name. */
interface Part {
  readonly page: string;
  readonly name: string;
  readonly text: () => string | Promise<string>;
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const table = (heads: readonly string[], rules: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(heads), row(rules), ...rows.map(row)].join('\n');

/** What `npm run cli -- --help` prints into a pipe. */
async function helpText(): Promise<string> {
  let out = '';
  await runCommandLine(
    ['--help'],
    {},
    { out: (text) => (out += text), err: () => {}, columns: HELP_COLUMNS },
  );
  return out;
}

/** The query parameters of lists: each with the lists that have it, and what it selects. */
function listParameters(): readonly (readonly string[])[] {
  const lists = routes.filter(
    ({ describe, successor }) => successor === undefined && 'offset' in (describe.query?.shape ?? {}),
  );
  const rows = new Map<string, { name: string; means: string; on: Set<string> }>();
  for (const { path, describe } of lists)
    for (const [name, schema] of Object.entries(describe.query?.shape ?? {})) {
      const means = descriptionOf(schema) ?? '';
      const known = rows.get(name + means) ?? { name, means, on: new Set() };
      rows.set(name + means, known);
      known.on.add(path.slice(path.lastIndexOf('/') + 1).replaceAll('-', ' '));
    }
  const all = new Set([...rows.values()].flatMap(({ on }) => [...on]));
  return [...rows.values()].map(({ name, means, on }) => [
    `\`${name}\``,
    on.size === all.size ? 'every list' : [...on].join(', '),
    means,
  ]);
}

const PARTS: readonly Part[] = [
  {
    page: guide('partner-rest'),
    name: 'list parameters',
    text: () => table(['Parameter', 'On', 'Selects'], ['---', '---', '---'], listParameters()),
  },
  {
    page: guide('sandbox'),
    name: 'magic amounts',
    text: () =>
      table(
        ['Amount ends with', 'What happens'],
        ['---', '---'],
        MAGIC_AMOUNTS.map(({ digits, means }) => [`\`${digits}\``, means]),
      ),
  },
  {
    page: guide('client'),
    name: 'methods',
    text: () =>
      table(
        ['Method', 'REST', 'What it does'],
        ['---', '---', '---'],
        methodRows(routesOf({ sandbox: true })).map(({ path, route }) => [
          `\`${path.join('.')}\``,
          `\`${route.method} ${route.path}\``,
          route.summary,
        ]),
      ),
  },
  {
    page: guide('errors'),
    name: 'catalogue',
    text: () =>
      table(
        ['HTTP', 'type', 'code', 'When'],
        ['---:', '---', '---', '---'],
        Object.entries(catalogue).map(([code, { status, type, when }]) => [
          String(status),
          `\`${type}\``,
          `[\`${code}\`](#${code})`,
          when,
        ]),
      ),
  },
  {
    page: guide('operators'),
    name: 'denials',
    text: () =>
      table(
        ['Code', 'Meaning'],
        ['---', '---'],
        Object.entries(DENIALS).map(([code, means]) => [`\`${code}\``, means]),
      ),
  },
  {
    page: guide('operators'),
    name: 'facts',
    text: () =>
      table(
        ['Fact', 'Type', 'What it is', 'Source', 'Absent'],
        ['---', '---', '---', '---', '---'],
        FACT_NAMES.map((name) => {
          const { type, means, source, absent } = FACTS[name];
          return [`\`${name}\``, type, means, source, absent ?? 'never'];
        }),
      ),
  },
  {
    page: guide('operators'),
    name: 'warnings',
    text: () =>
      table(
        ['Code', 'What to check', 'Source of the rule'],
        ['---', '---', '---'],
        warningKinds.map(({ code, when, source }) => [`\`${code}\``, when, source]),
      ),
  },
  {
    page: guide('operators'),
    name: 'events',
    text: () =>
      table(
        ['Type', 'Meaning', 'Partners see'],
        ['---', '---', '---'],
        eventTypes.map((type) => {
          const { means, shows } = kindOf(type);
          return [
            `\`${type}\``,
            means,
            shows === null ? 'not at all' : shows.map((member) => `\`${member}\``).join(', '),
          ];
        }),
      ),
  },
  {
    page: guide('running'),
    name: 'metrics',
    text: () =>
      table(
        ['Metric', 'Type', 'Labels', 'Meaning'],
        ['---', '---', '---', '---'],
        metricRows.map(([name, { type, labels, means }]) => [
          `\`${name}\``,
          type,
          Object.keys(labels)
            .map((label) => `\`${label}\``)
            .join(', '),
          means,
        ]),
      ),
  },
  {
    page: guide('running'),
    name: 'alerts',
    text: () =>
      table(
        ['Alert', 'Calls', 'When'],
        ['---', '---', '---'],
        ALERTS.map(({ alert, labels, annotations }) => [
          `\`${alert}\``,
          labels.severity,
          annotations.summary,
        ]),
      ),
  },
  {
    page: guide('operators'),
    name: 'help',
    text: async () => `\`\`\`text\n${await helpText()}\`\`\``,
  },
];

/** A page with these parts made anew from the source. */
export async function pageWritten(page: string): Promise<string> {
  let text = textOf(page);
  for (const part of PARTS.filter((each) => each.page === page)) {
    const [begin, end] = marksOf(part.name);
    const [before = '', rest = ''] = text.split(begin, 2);
    const [, after] = rest.split(end, 2);
    if (after === undefined) throw new Error(`${page} has no marks named ${part.name}.`);
    text = `${before}${begin}\n\n${await part.text()}\n\n${end}${after}`;
  }
  return format(text, { ...prettierOptions, trailingComma: 'all', parser: 'markdown' });
}

export const WRITTEN_PAGES: readonly string[] = [...new Set(PARTS.map(({ page }) => page))];
