import { plainDecimal } from '../../../kernel/plain-decimal.ts';
import { percentOf } from '../../../kernel/rate.ts';
import type { Columns } from './list.ts';

/** A rate in two columns, as a decimal and in percent, so that no reader confuses them. */
export const rateColumns = <Row>(name: string, rate: (row: Row) => number | null): Columns<Row> => [
  [name, (row) => textOf(rate(row), plainDecimal)],
  [`${name}_percent`, (row) => textOf(rate(row), percentOf)],
];

const textOf = (rate: number | null, write: (rate: number) => string): string =>
  rate === null ? '' : write(rate);
