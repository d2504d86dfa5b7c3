export const SUBJECTS = [
  'requests',
  'database',
  'events',
  'webhooks',
  'funding',
  'files',
  'process',
] as const;

/** A metric as Prometheus knows it. */
export type Metric = Described & (Gauge | { readonly type: 'counter' | 'histogram' });

interface Gauge {
  readonly type: 'gauge';
  /**
   * How to aggregate the values of several processes: `sum` of what each process counts, `max` of what all read from
   * the same database, `min` if a 0 of one process matters.
   */
  readonly across: 'sum' | 'max' | 'min';
}

interface Described {
  /** The panel of the dashboard and the part of the table in the guide. */
  readonly about: (typeof SUBJECTS)[number];
  /** Each label with all its values; null if they are listed elsewhere in the source, such as routes and codes. */
  readonly labels: Readonly<Record<string, readonly string[] | null>>;
  readonly means: string;
}
