import { expect, test } from 'vitest';
import { recordedErrors } from './recorded-errors.ts';
import { recordedExamples } from './recorded.ts';

// One database is enough, as both answer alike. `npm run docs` writes the files anew.
test('the recorded examples are what the gateway answers now', async () => {
  await expect(await recordedExamples()).toMatchFileSnapshot('../../../src/api/examples/recorded.json');
});

test('the recorded errors are what the gateway answers now', async () => {
  await expect(await recordedErrors()).toMatchFileSnapshot('../../../src/api/examples/recorded-errors.json');
});
