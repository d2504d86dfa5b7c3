/**
 * The most prepared statements. The gateway has some hundred different ones, and planning one costs as much as running
 * it.
 */
const STATEMENTS_MAX = 500;

/** Names of prepared statements, the same on every connection of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** Undefined beyond the limit. Such a statement, for example a list of a new length, is parsed each time. */
  of(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= STATEMENTS_MAX) return known;
    const name = `fundgate_${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}
