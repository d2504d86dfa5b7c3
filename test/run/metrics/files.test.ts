import { expect, test } from 'vitest';
import { routes } from '../../../src/features.ts';
import { healthRoutes } from '../../../src/api/rest/health.ts';
import { READ_GAUGES } from '../../../src/run/metrics/readings.ts';
import { createMetricRegistry } from '../../../src/run/metrics/registry.ts';
import { metricRows } from '../../../src/run/metrics/table.ts';
import { ALERTS, PANELS } from './rules.ts';
import { samplesOf } from './scraped.ts';

/** Every name that a scrape can have, those of prom-client included. */
async function scrapedNames(): Promise<ReadonlySet<string>> {
  const types = Array.from(
    (await createMetricRegistry().text()).matchAll(/^# TYPE (\w+) (\w+)$/gm),
    ([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set(types.flat());
}

/** Upper ends in seconds, as OpenTelemetry advises for requests of HTTP. */
const BUCKETS = '0.005 0.01 0.025 0.05 0.075 0.1 0.25 0.5 0.75 1 2.5 5 7.5 10'.split(' ');

/** Names of metrics in an expression of Prometheus: words that stand before `{`, `[`, `)` or an operator. */
const namesIn = (expression: string): readonly string[] =>
  (expression.replaceAll(/\{[^}]*\}/g, '').match(/[a-z]\w*_\w+(?!\w*\()/g) ?? []).filter(
    (name) => !/^(?:histogram_quantile|min_over_time|__rate_interval)$/.test(name),
  );

test('the alerts are about metrics that a scrape has', async () => {
  const names = await scrapedNames();
  expect(ALERTS.length).toBeGreaterThan(10);
  for (const { expr } of ALERTS) {
    expect(namesIn(expr).length, expr).toBeGreaterThan(0);
    for (const name of namesIn(expr)) expect(names, expr).toContain(name);
  }
});

test('the alert for slow requests times every route but those on which a client or a receiver decides', () => {
  const expr = ALERTS.find(({ alert }) => alert === 'FundgateSlow')?.expr ?? '';
  const [, untimed = ''] = /http_route!~"([^"]*)"/.exec(expr) ?? [];
  const [, statuses = ''] = /http_response_status_code=~"([^"]*)"/.exec(expr) ?? [];
  const fits = (pattern: string, value: string) => new RegExp(`^(?:${pattern})$`).test(value);
  const templates = [...routes, ...healthRoutes({ checkReady: async () => {}, isStopping: () => false })].map(
    ({ path }) => path,
  );
  expect([...new Set(templates)].filter((path) => fits(untimed, path)).toSorted()).toEqual([
    '/healthz',
    '/readyz',
    '/v1/events',
    '/v1/webhook-endpoints/{webhook_endpoint_id}/test',
  ]);
  expect(fits(untimed, '/graphql')).toBe(false);
  // A body that does not come within its time is answered 400, and a refusal with 429 waits on purpose.
  expect(
    ['200', '304', '400', '401', '429', '500', '503'].filter((status) => fits(statuses, status)),
  ).toEqual(['200', '304', '500', '503']);
});

test('the alert for errors counts all answers but probes that succeed', () => {
  const expr = ALERTS.find(({ alert }) => alert === 'FundgateErrors')?.expr ?? '';
  const [, answers = ''] = expr.split(' / ');
  const counts = (route: string, status: string) =>
    answers.matchAll(/http_(route|\w+_code)(=~|!~)"([^"]*)"/g).some(([, label, operator, pattern]) => {
      const fits = new RegExp(`^(?:${pattern})$`).test(label === 'route' ? route : status);
      return fits === (operator === '=~');
    });
  expect([counts('/v1/customers', '200'), counts('/readyz', '200')]).toEqual([true, false]);
  // There may be no others during an outage: a division by nothing has no result.
  expect(counts('/readyz', '503')).toBe(true);
});

test('the alert for late checkpoints waits for five minutes of events, not for the first event after a quiet night', () => {
  const rule = ALERTS.find(({ alert }) => alert === 'FundgateCheckpointLate');
  // The upkeep makes a checkpoint up to a minute after that event, and a scrape may see it a minute later.
  expect(rule?.expr).toContain('max(min_over_time(fundgate_audit_waiting[5m])) > 0');
  expect(Number.parseInt(rule?.for ?? '', 10)).toBeGreaterThan(1);
});

test('the dashboard asks for every metric, with panels that do not overlap', async () => {
  const asked = PANELS.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => namesIn(expr.replaceAll(/ by \([^)]*\)/g, ''))),
  );
  const own = [...(await scrapedNames())].filter(
    (name) => !/^(?:nodejs|process)_|_(?:sum|count)$/.test(name),
  );
  expect(own.filter((name) => !asked.includes(name) && name !== 'db_client_connection')).toEqual([]);
  expect(asked).toContain('db_client_connection_count');
  const places = PANELS.map(({ gridPos: { x, y } }) => `${x}/${y}`);
  expect(new Set(places).size).toBe(PANELS.length);
  expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length);
});

/** Each gauge that expressions aggregate over processes, with the word for it. */
const aggregated = (expressions: readonly string[]): readonly (readonly [name: string, how: string])[] =>
  expressions.flatMap((expression) =>
    [...expression.matchAll(/\b(sum|max|min|avg)(?: by \([^)]*\))? ?\((\w+)(?=[){])/g)].map(
      ([, how = '', name = '']) => [name, how] as const,
    ),
  );

/** How the dashboard takes each gauge. */
const shown = () => aggregated(PANELS.flatMap(({ targets }) => targets.map(({ expr }) => expr)));

test('a gauge is summed over processes on the dashboard, unless it is read from the database', () => {
  const gauges = metricRows.filter(([, { type }]) => type === 'gauge').map(([name]) => name);
  const read = new Set<string>(READ_GAUGES);
  const wanted = gauges.map((name) => [name, read.has(name) ? 'max' : 'sum'] as const);
  expect(Object.fromEntries(shown())).toEqual({
    ...Object.fromEntries(wanted),
    // One process that could not read shall be seen.
    fundgate_database_readings_up: 'min',
    fundgate_database_taken_back: 'max',
  });
});

test('an alert about a gauge of all processes takes it as the dashboard does', () => {
  const taken = aggregated(ALERTS.map(({ expr }) => expr));
  expect(taken.length).toBeGreaterThan(4);
  const across = new Map(shown());
  expect(taken.filter(([name, how]) => across.get(name) !== how)).toEqual([]);
});

test('a histogram counts an observation in its bucket and in all above, and quotes what its labels hold', async () => {
  const registry = createMetricRegistry();
  const durations = registry.durations('fundgate_operation_duration_seconds');
  for (const seconds of [0.005, 0.0051, 0.3, 11]) durations.observe(seconds, 'a "b" \\ c\n', 'ok');
  durations.observe(1, 'other', 'ok');
  const samples = samplesOf(await registry.text()).filter(
    ({ name, labels }) => name.startsWith('fundgate_operation') && labels['operation'] !== 'other',
  );
  expect(new Set(samples.map(({ labels }) => labels['operation']))).toEqual(new Set(['a \\"b\\" \\\\ c\\n']));
  const buckets = samples.filter(({ name }) => name.endsWith('_bucket'));
  expect(buckets.map(({ labels }) => labels['le'])).toEqual([...BUCKETS, '+Inf']);
  expect(buckets.map(({ value }) => value)).toEqual([1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 4]);
  expect(samples.slice(-2).map(({ name, value }) => [name.slice(-5), value])).toEqual([
    ['s_sum', expect.closeTo(11.3101, 6)],
    ['count', 4],
  ]);
});
