// A process: the hold of its event loop and its memory are measured apart from the attacker.
import { expect, test } from 'vitest';
import { expectHarmless, type Harm, openAttackedGateway } from './bystander.ts';

/** As a multiple of the known work. The files are made ahead, and sent without a copy. */
const HOLD_MAX = 2;

/** The harm of the first request of a process for a path. */
async function harmOfFirst(path: string, environment: NodeJS.ProcessEnv = {}) {
  const attacked = await openAttackedGateway(environment);
  try {
    return await attacked.attackOnce({ line: `GET ${path}`, headers: { Accept: 'text/html' } });
  } finally {
    await attacked.close();
  }
}

function expectCalm(harm: Harm): void {
  expectHarmless(harm);
  expect(harm.holdMs / harm.known.holdMs).toBeLessThan(HOLD_MAX);
}

test('the first request for GraphiQL delays no other client', async () => {
  const harm = await harmOfFirst('/graphql', { NODE_ENV: 'development' });
  expectCalm(harm);
  expect(harm.answer.status).toBe(200);
  expect(harm.answer.headers.get('content-security-policy')).toContain("script-src 'self'");
});

test('the first request for GraphiQL of the console, or for one of its files, delays no other client', async () => {
  const page = await harmOfFirst('/console/graphiql');
  expectCalm(page);
  expect(page.answer.status).toBe(200);
  const paths = Array.from(page.answer.text.matchAll(/\/console\/assets\/[^"]+/g), ([path]) => path);
  expect(paths).toHaveLength(3);
  for (const path of paths) {
    // A process that has answered nothing yet.
    const file = await harmOfFirst(path);
    expectCalm(file);
    expect(file.answer.status).toBe(200);
  }
});
