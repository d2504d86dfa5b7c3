import type { CaseQuery } from './generated/graphql.ts';

/** A settlement as the screen of its case has it. */
export type CaseSettlement = NonNullable<CaseQuery['instantSettlement']>;
