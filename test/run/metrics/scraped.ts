/** One value of a scrape. */
interface Sample {
  /** As it is printed: a histogram has three, with `_bucket`, `_sum` and `_count`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A scrape as Prometheus reads it. Throws at a line that is not in the form of its text. */
export function samplesOf(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('# HELP ') || line.startsWith('# TYPE ')) return [];
    const [, name = '', listed = '', value = ''] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    if (name === '') throw new Error(`This is no line of Prometheus: ${line}`);
    const labels = Array.from(listed.matchAll(/([a-z_]\w*)="((?:[^"\\]|\\.)*)"/gi), ([, label, is]) => [
      label,
      is,
    ]);
    return [{ name, labels: Object.fromEntries(labels), value: Number(value === '+Inf' ? Infinity : value) }];
  });
}
