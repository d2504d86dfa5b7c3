import type { DatabaseKind } from '../../../src/engine/sql/kinds.ts';

/** A world that was wrong, without the faults and people that its story does not need. */
interface Story {
  readonly seed: number;
  readonly without: readonly string[];
  readonly database: DatabaseKind;
  /** What was wrong in the sources. */
  readonly found: string;
}

/** The stories that were kept. Each was wrong until what it found was mended, or is wrong with a planted fault. */
export const STORIES: readonly Story[] = [
  {
    seed: 2,
    without: [
      'lost commit',
      'sent twice',
      'late response',
      'receiver fails',
      'full disk',
      'false removal',
      'issuer changes keys',
      'next version',
      'lotus',
      'ann',
      'cat',
      'spare',
    ],
    database: 'sqlite',
    found: 'a relay that trusted the order of ids (planted)',
  },
];
