/** `npm run bench -- --servicing <part>`: each part is a program of its own, and ends the process. */
const PARTS = {
  rates: () => import('./rates.ts'),
  reads: () => import('./reads.ts'),
  bulk: () => import('./bulk.ts'),
  ageing: () => import('./ageing.ts'),
};

const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name);
const part = process.argv.slice(2).find(isPart);
if (part === undefined) throw new Error(`Name a part after --servicing: ${Object.keys(PARTS).join(', ')}.`);
await PARTS[part]();
