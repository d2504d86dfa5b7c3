import type { Numbered } from './switches.ts';

/** A mutant and its file, as a path from the root of the project. */
export interface Placed extends Numbered {
  readonly file: string;
}

export const describeMutant = ({ file, line, from, to }: Placed): string =>
  `${file}:${line} ${JSON.stringify(from)} became ${JSON.stringify(to)}`;
