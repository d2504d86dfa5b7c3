import { readFileSync, writeFileSync } from 'node:fs';
import { helpText, withHelp } from './help.ts';

/** `npm run readme`: writes what README.md shows of the command line as it is now. */
const page = new URL('../../README.md', import.meta.url);
writeFileSync(page, withHelp(readFileSync(page, 'utf8'), await helpText()));
