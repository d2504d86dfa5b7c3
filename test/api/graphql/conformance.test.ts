import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { openFixture } from './fixture.ts';

const { fetch } = openFixture();

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: 'http://localhost/graphql', fetchFn: fetch });

  test.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_, audit) => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });
});
