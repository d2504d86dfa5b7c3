/** A metric as Prometheus knows it. */
export interface Metric {
  readonly type: 'gauge' | 'counter' | 'histogram';
  /** Each label with all its values; null if the source lists them elsewhere, for example routes and codes. */
  readonly labels: Readonly<Record<string, readonly string[] | null>>;
  readonly means: string;
}
