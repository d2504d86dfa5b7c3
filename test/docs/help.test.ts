import { expect, test } from 'vitest';
import { helpText, withHelp } from './help.ts';
import { readme } from './readme.ts';

test('it shows what npm run cli -- --help prints', async () => {
  expect(readme, 'npm run readme writes it anew').toBe(withHelp(readme, await helpText()));
});
