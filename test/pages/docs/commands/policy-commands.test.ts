// The commands are pasted into bash: that they work there is what the test is about.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf, guide } from '../pages.ts';
import { type Installation, openInstallation, submitRequest } from './beside-gateway.ts';
import { needPastedCommands } from './pasted.ts';

const ROOT = new URL('../../../../', import.meta.url).pathname;
const EXAMPLE = 'src/pages/docs/guides/policy-example.json';
const lines = blocksOf(guide('writing-a-policy'), 'bash');

needPastedCommands();
let installation: Installation;
beforeAll(async () => {
  installation = await openInstallation();
  await submitRequest(installation);
  // The commands are pasted in an empty folder.
  cpSync(join(ROOT, EXAMPLE), join(installation.folder, EXAMPLE));
});
afterAll(() => installation[Symbol.asyncDispose]());

test('the lines of the guide check, try and publish the rules of a file, and do nothing the second time', async () => {
  const first = await installation.paste(lines);
  expect(first.err).toMatch(
    /^Made the draft pol_\w+\.\n(?:\d+ of .* decisions\n)*There is no decision to try them on\.\n$/,
  );
  expect(first.code).toBe(0);
  expect(first.out).toMatch(/^rules +10$/m);
  expect(first.out).toMatch(/^state +live$/m);
  const second = await installation.paste(lines);
  expect(second.err).toMatch(/^pol_\w+ \(live\) has these rules\.\n/);
  expect(second.err).toMatch(/^These rules are live already, since /m);
  expect(second).toMatchObject({ code: 0 });
});
