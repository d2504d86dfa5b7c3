import type { MadePage } from '../site.ts';
import { nounPages } from './noun-pages.ts';
import { referencePage } from './reference.ts';
import type { Tables } from './tables.ts';

/** The pages that are made of the tables of the gateway. */
export const madePages = (tables: Tables): readonly MadePage[] => [
  referencePage(tables),
  ...nounPages(tables),
];
