import { writeFileSync } from 'node:fs';
import { pageWritten, WRITTEN_PAGES } from './written.ts';

/** `npm run docs`: writes the parts of the guides that show the source as it is now. */
for (const page of WRITTEN_PAGES)
  writeFileSync(new URL(`../../../${page}`, import.meta.url), await pageWritten(page));
