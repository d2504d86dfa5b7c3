/** A metric as Prometheus knows it. */
export interface Metric {
  readonly type: 'gauge' | 'counter' | 'histogram';
  /** Each label with all its values; null where they are listed elsewhere in the source, such as routes and codes. */
  readonly labels: Readonly<Record<string, readonly string[] | null>>;
  readonly means: string;
}
