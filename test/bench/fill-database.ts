import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fill } from './fill.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    customers: { type: 'string', default: '100000' },
    database: { type: 'string' },
  },
});
if (values.folder === undefined) throw new Error('Name a new folder: --folder <folder>.');
const folder = resolve(values.folder);
mkdirSync(folder, { recursive: true });
const customers = Number(values.customers);
const keys = await fill({ folder, customers, database: values.database ?? null, say: console.log });
writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys));
