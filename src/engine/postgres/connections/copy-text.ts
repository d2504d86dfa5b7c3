/**
 * Rows as `copy ... from stdin` reads them: a line for each row, with a tab between two values. `values` has the values
 * of one row after another.
 */
export function copyTextOf(values: readonly unknown[], columns: number): string {
  let text = '';
  for (let at = 0; at < values.length; at += 1)
    text += `${fieldOf(values[at])}${(at + 1) % columns === 0 ? '\n' : '\t'}`;
  return text;
}

const SPECIAL = /[\\\n\r\t]/;
const SPECIALS = /[\\\n\r\t]/g;
/** These characters would end the value or the row, or begin an escape. */
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const NULL = '\\N';

function fieldOf(value: unknown): string {
  if (value === null || value === undefined) return NULL;
  if (typeof value !== 'string') return String(value);
  return SPECIAL.test(value) ? value.replaceAll(SPECIALS, (each) => ESCAPES[each] ?? each) : value;
}
