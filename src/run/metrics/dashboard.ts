import { type Metric, SUBJECTS } from './metric-row.ts';
import { metricRows } from './table.ts';

/** Units of Grafana, in which a panel is 12 of the 24 columns of a dashboard wide. */
const PANEL = { w: 12, h: 8 } as const;
const PANELS_IN_ROW = 2;
/** The names of the queries of a panel. */
const REF_IDS = ['A', 'B'] as const;
const RANGE = '$__rate_interval';

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}

/** The Prometheus queries of a panel, over all processes. */
function targetsOf(name: string, metric: Metric): readonly Target[] {
  const names = Object.keys(metric.labels);
  const by = names.length === 0 ? '' : ` by (${names.join(', ')})`;
  const legendFormat = names.length === 0 ? name : names.map((label) => `{{${label}}}`).join(' ');
  if (metric.type === 'counter') return [{ expr: `sum${by} (rate(${name}[${RANGE}]))`, legendFormat }];
  if (metric.type === 'gauge') return [{ expr: `${metric.across}${by} (${name})`, legendFormat }];
  const first = names.find((label) => label !== 'http_request_method' && label !== 'driver') ?? '';
  return [0.5, 0.99].map((quantile) => ({
    expr: `histogram_quantile(${quantile}, sum by (le, ${first}) (rate(${name}_bucket[${RANGE}])))`,
    legendFormat: `p${quantile * 100} {{${first}}}`,
  }));
}

const unitOf = (name: string, { type }: Metric): string => {
  if (name.endsWith('_timestamp_seconds')) return 'dateTimeFromNow';
  if (name.endsWith('_seconds')) return 's';
  if (name.includes('_bytes')) return 'Bps';
  return type === 'counter' ? 'ops' : 'short';
};

/** Grafana multiplies by this to show a moment, which Prometheus has in seconds. */
const scaled = (name: string, expr: string): string =>
  name.endsWith('_timestamp_seconds') ? `${expr} * 1000` : expr;

/** A dashboard of Grafana with a panel for each metric of the table. */
export function dashboard() {
  let y = 0;
  const panels = SUBJECTS.flatMap((subject) => {
    const own = metricRows.filter(([, { about }]) => about === subject);
    const row = { type: 'row', title: subject, gridPos: { x: 0, y, w: 2 * PANEL.w, h: 1 } };
    const below = y + 1;
    y = below + Math.ceil(own.length / PANELS_IN_ROW) * PANEL.h;
    return [
      row,
      ...own.map(([name, metric], at) => ({
        type: 'timeseries',
        title: name,
        description: metric.means,
        datasource: { type: 'prometheus', uid: '${datasource}' },
        gridPos: {
          ...PANEL,
          x: (at % PANELS_IN_ROW) * PANEL.w,
          y: below + Math.floor(at / PANELS_IN_ROW) * PANEL.h,
        },
        fieldConfig: { defaults: { unit: unitOf(name, metric) }, overrides: [] },
        targets: targetsOf(name, metric).map(({ expr, ...target }, index) => ({
          ...target,
          expr: scaled(name, expr),
          refId: REF_IDS[index] ?? '',
        })),
      })),
    ];
  });
  return {
    uid: 'fundgate',
    title: 'Fundgate',
    tags: ['fundgate'],
    schemaVersion: 41,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' }],
    },
    panels: panels.map((panel, index) => ({ id: index + 1, ...panel })),
  };
}
