import { type RawBuilder, sql } from 'kysely';

/**
 * Amounts are added up in two parts, above and below this number of minor units, because one sum would soon be too large
 * to be exact: for an integer of SQLite after a thousand of the largest amounts, for a number after two. In parts of
 * this size, both stay exact for ninety million of the largest amounts.
 */
const PART = 100_000_000;

/** A sum of amounts, in its two parts. */
export interface AmountParts {
  readonly above: number;
  readonly below: number;
}

export const NO_AMOUNT: AmountParts = { above: 0, below: 0 };

export const partsOf = (amount: number): AmountParts => ({
  above: Math.floor(amount / PART),
  below: amount % PART,
});

/** The exact sum, in minor units. Both parts are whole numbers. */
export const joinedParts = ({ above, below }: AmountParts): bigint =>
  BigInt(above) * BigInt(PART) + BigInt(below);

/** The parts of a sum over rows, in SQL. `amount` is an expression of a row. */
export const summedParts = (
  amount: RawBuilder<number>,
): { readonly [Part in keyof AmountParts]: RawBuilder<number> } => ({
  above: sql<number>`sum((${amount}) / ${sql.lit(PART)})`,
  below: sql<number>`sum((${amount}) % ${sql.lit(PART)})`,
});

/** The parts of the sum of the amounts of settlements. */
export const SUMMED_PARTS = summedParts(sql.ref('amount'));
