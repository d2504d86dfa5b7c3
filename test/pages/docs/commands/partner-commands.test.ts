// The commands are pasted into bash, and send their requests by curl: that they work there is what the test is about.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, serveTestGateway } from '../../../support/served.ts';
import { blocksOf, guide } from '../pages.ts';
import { shell, needPastedCommands } from './pasted.ts';

const rest = blocksOf(guide('partner-rest'), 'bash');
const graphql = blocksOf(guide('partner-graphql'), 'bash');
const readme = blocksOf('README.md', 'bash');

let served: Served;
let terminal: ReturnType<typeof shell>;
beforeAll(async () => {
  served = await serveTestGateway();
  terminal = shell();
});
afterAll(async () => {
  await served.stop();
  terminal[Symbol.dispose]();
});

const WRONG = 'fgk_this-key-is-not-one-that-the-gateway-knows0';
const withKey = (API_KEY: string) => ({ BASE_URL: served.baseUrl, API_KEY });
const freshKey = async () => withKey((await served.partner()).apiKey);

needPastedCommands();

describe('with a right key', () => {
  test('the lines of the README create a customer and show what it needs', async () => {
    const { code, out, err } = await terminal.script(readme, await freshKey());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('"company_name":"Harbour Trading Limited"');
    expect(out).toContain('"status":"incomplete"');
    expect(out).toContain('"nar1"');
  });

  test('the lines of the REST guide fund a customer', async () => {
    const { code, out, err } = await terminal.script(rest, await freshKey());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).not.toMatch(/"errors?":|undefined/);
    expect(out).toMatch(/^cus_\w+$/m);
    expect(out).toContain('"status":"missing_supporting_documents"');
    expect(out.match(/"type":"\w+","files":\[/g)).toHaveLength(8);
    expect(out).toMatch(/^complete$/m);
    expect(out).toContain('"status":"approved"');
    expect(out).toContain('"status":"accepted"');
    expect(out).toMatch(/^the same bytes$/m);
    expect(out).toMatch(/^attempt 1: done now\nidempotent-replayed: true\s*$/im);
    expect(out.match(/"count":1\b/g)).toHaveLength(3);
  });

  test('the lines of the GraphQL guide read, change and upload', async () => {
    const { code, out, err } = await terminal.script(graphql, await freshKey());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).not.toMatch(/"errors?":|undefined/);
    expect(out).toContain('"totalCount":0');
    expect(out).toContain('"createCustomer":{"id":"cus_');
    expect(out).toContain('"uploadDocuments":{"type":"COMPANY_STRUCTURE_CHART","status":"UPLOADED"');
  });
});

describe.each([
  // The commands that need no earlier answer: a new customer; the same, two lists and the feed; a query, a mutation and
  // the search for a customer.
  ['the README', readme, 1],
  ['the REST guide', rest, 4],
  ['the GraphQL guide', graphql, 3],
] as const)('the lines of %s', (_name, blocks, refusals) => {
  test('end as a script at the first response, when the key is wrong', async () => {
    const { code, out, err } = await terminal.script(blocks, withKey(WRONG));
    expect(code).not.toBe(0);
    expect(out).not.toContain('cus_');
    expect(out + err).toMatch(/API key/);
    expect(err.match(/returned error/g)).toHaveLength(1);
  });

  test('say why when they are pasted with a wrong key, and send nothing that needs a response', async () => {
    const { out, err } = await terminal.interactive(blocks, withKey(WRONG));
    expect(out + err).not.toMatch(/undefined|resource_missing|route_unknown|SyntaxError/);
    expect(out + err).toMatch(/API key/);
    expect(err).toMatch(/CUSTOMER_ID: parameter null or not set/);
    expect(err.match(/returned error: 401/g)).toHaveLength(refusals);
  });

  test('fail if no gateway responds', async () => {
    const { code, out, err } = await terminal.script(blocks, {
      ...withKey(WRONG),
      BASE_URL: 'http://127.0.0.1:9',
    });
    expect({ isFailure: code !== 0, out }).toEqual({ isFailure: true, out: '' });
    expect(err).toMatch(/There is no answer|Failed to connect|Could not connect/);
  });
});
