// The commands are pasted into bash, and send their requests by curl: that they work there is what the test is about.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, openInstallation, submitRequest } from './beside-gateway.ts';
import { blocksOf, guide } from '../pages.ts';
import { needPastedCommands } from './pasted.ts';

const lines = blocksOf(guide('operators'), 'bash');

describe('the lines of the guide for operators', () => {
  needPastedCommands();
  let installation: Installation;
  let OPERATOR_KEY: string;
  beforeAll(async () => {
    installation = await openInstallation();
    await submitRequest(installation);
    OPERATOR_KEY = await installation.operatorKey();
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  test('work from the first key to a settlement that is repaid', async () => {
    const { code, out, err } = await installation.paste(lines, { OPERATOR_KEY });
    // Besides the answers the work list prints only its lengths.
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^(?:\w+: \d+ of \d+\n){7}$/) });
    expect(out).toContain('"totalCount": 1');
    expect(out).toMatch(/^status +repaid$/m);
    expect(out).toMatch(/^cus_\w+ +par_\w+ +/m);
    expect(out).toContain('"status": "ACCEPTED"');
    expect(out).toContain('"interestRate": 0.0018');
    expect(out).toContain('"status": "FUNDED"');
    expect(out).toContain('"status": "REPAID"');
    expect(out).toContain('"status": "MISSING"');
    expect(out).toContain('"requestReason": "The last page is missing"');
    expect(out.match(/fgk_[\w-]{20,}/g)?.length).toBeGreaterThan(3);
    expect(out).toMatch(/^auto_limit +HKD:100000000$/m);
    expect(out).toMatch(/^interest_bands +HKD:30:0.15%$/m);
  });

  test('say why, and change nothing, with a wrong key', async () => {
    const graphql = lines.filter((block) => block.includes('operator'));
    const { out, err } = await installation.pasteAsReader(graphql, { OPERATOR_KEY: 'fgk_wrong' });
    expect(out + err).not.toMatch(/undefined|SyntaxError|TypeError/);
    expect(err).toContain('The API key is not valid.');
    expect(err).toContain('FUNDING_ID: parameter null or not set');
  });
});
