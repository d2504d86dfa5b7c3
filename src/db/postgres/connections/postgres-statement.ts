import type { QueryConfig } from 'pg';
import type { Said } from './postgres-additions.ts';

/** The gateway has some hundred different statements; planning one costs as much as running it. */
const STATEMENTS_MAX = 500;

/** Names of prepared statements, the same on every connection of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** Undefined beyond the limit: such statements, for example lists of many lengths, are parsed each time. */
  of(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= STATEMENTS_MAX) return known;
    const name = `fundgate_${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }

  /** A statement with its name, as the driver takes it. */
  named({ sql, parameters }: Said): QueryConfig {
    if (parameters.length === 0) return { text: sql };
    const name = this.of(sql);
    return { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
  }
}
