import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { document } from './document.ts';

/** What the recommended rules, none of them turned off or softened, find in a document. */
async function findings(source: unknown): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(source),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  return problems.map(
    ({ ruleId, severity, message, location }) =>
      `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`,
  );
}

test('the document passes the recommended rules without an error or a warning', async () => {
  expect(await findings(document)).toEqual([]);
});

test('the rules find what is wrong', async () => {
  const broken = { ...document, info: { title: 'Fundgate', version: '1' }, security: [{ unheardOf: [] }] };
  const found = await findings(broken);
  expect(found.some((line) => line.startsWith('warn info-license '))).toBe(true);
  expect(found.some((line) => line.startsWith('error security-defined '))).toBe(true);
});
