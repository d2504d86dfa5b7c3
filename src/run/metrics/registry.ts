import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { Durations, durationsText } from './durations.ts';
import type { Metric } from './metric-row.ts';
import { type LabelsOf, type MetricName, metricRows, METRICS, type NameOf } from './table.ts';

/** The registry of the metrics in the table. The only file that imports prom-client. */
export interface MetricRegistry {
  add<Name extends NameOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  set<Name extends NameOf<'gauge'>>(name: Name, labels: LabelsOf<Name>, value: number): void;
  /** Forgets the values of a gauge. The gauge is left out until it is set again. */
  forget(name: NameOf<'gauge'>): void;
  /** Counts the durations of a histogram, with a value for each label in the order of the table. */
  durations(name: NameOf<'histogram'>): Durations;
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

export function createMetricRegistry(): MetricRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Durations>();
  for (const [name, metric] of metricRows) {
    const about = { name, help: metric.means, labelNames: Object.keys(metric.labels), registers: [registry] };
    if (metric.type === 'counter') counters.set(name, startedAtZero(new Counter(about), metric));
    else if (metric.type === 'gauge') gauges.set(name, new Gauge(about));
    else histograms.set(name, new Durations());
  }
  return {
    add: (name, labels, by = 1) => known(counters, name).inc(labels, by),
    set: (name, labels, value) => known(gauges, name).set(labels, value),
    forget(name) {
      // `reset` would set a gauge without labels to 0.
      if (Object.keys(METRICS[name].labels).length === 0) known(gauges, name).remove();
      else known(gauges, name).reset();
    },
    durations: (name) => known(histograms, name),
    async text() {
      const texts = metricRows.map(([name, metric]) => {
        const durations = histograms.get(name);
        return durations === undefined ? '' : durationsText(name, metric, durations);
      });
      return (await registry.metrics()) + texts.join('');
    },
    contentType: registry.contentType,
  };
}

function known<Kept>(kept: ReadonlyMap<string, Kept>, name: MetricName): Kept {
  const found = kept.get(name);
  if (found === undefined) throw new Error(`There is no such metric as ${name}.`);
  return found;
}

/** A counter starts at 0, so a scrape shows its first step. */
function startedAtZero(counter: Counter, { labels }: Metric): Counter {
  const [label, ...others] = Object.entries(labels);
  if (label === undefined || others.length > 0) return counter;
  const [name, values] = label;
  for (const value of values ?? []) counter.inc({ [name]: value }, 0);
  return counter;
}
