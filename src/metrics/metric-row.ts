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
   * How the values of several processes become one: `sum` of what each process has, `max` of what all read from the same
   * database, `min` where it matters that one process has 0.
   */
  readonly across: 'sum' | 'max' | 'min';
}

interface Described {
  /** The panel of the dashboard and the part of the table in the guide. */
  readonly about: (typeof SUBJECTS)[number];
  /** Each label with all its values; null where these are names in the source, such as routes, or codes. */
  readonly labels: Readonly<Record<string, readonly string[] | null>>;
  readonly means: string;
}
