import { plainDecimal } from '../../../kernel/plain-decimal.ts';
import { percentOf } from '../../../kernel/rate.ts';

/** A rate as the API has it, and in percent as people say it: `0.0015 (0.15 %)`. */
export const rateInWords = (rate: number): string => `${plainDecimal(rate)} (${percentOf(rate)} %)`;

/** The same as two facts, whose names say which is which. */
export const rateFacts = (name: string, rate: number): string[][] => [
  [name, plainDecimal(rate)],
  [`${name}_percent`, percentOf(rate)],
];
