import { expect, test } from 'vitest';
import { catalogue } from '../../../src/kernel/error-catalogue.ts';
import { kycBody, openTestGateway } from '../../support/gateway.ts';
import { anchorsOf, blocksOf, guide, textOf } from './pages.ts';

const page = guide('errors');

/** The sections of codes: what stands under each heading that is a code. */
const sections = new Map(
  Array.from(
    textOf(page).matchAll(/^### `(\w+)`\n\n(.*?)(?=\n#|$(?![\s\S]))/gms),
    ([, code = '', text = '']) => [code, text.trim()],
  ),
);

test('every code has a section, and every section a code', () => {
  expect([...sections.keys()].toSorted()).toEqual(Object.keys(catalogue).toSorted());
});

test.each(Object.keys(catalogue))('%s has an anchor of its name, a cause and a remedy', (code) => {
  expect(anchorsOf(page)).toContain(code);
  expect(sections.get(code)).toMatch(/^\*\*Cause\.\*\* [A-Z`].{15,}[.]\n\n\*\*Remedy\.\*\* [A-Z`].{8,}[.]$/s);
});

test('the example is the real answer to its request', async () => {
  const gateway = await openTestGateway({ PUBLIC_URL: 'http://127.0.0.1:4000' });
  try {
    const partner = await gateway.partner();
    const customerId = await partner.completeCustomer();
    const address = { address_line_1: '1 Garden Road', postal_code: '', country: 'Hong Kong' };
    const body = kycBody({ registered_address: address });
    const requestId = 'b6f7c1f0-6a8a-4c64-9f1e-1d6c9a1f0b52';
    const answer = await partner.rest('PUT', `/v1/kyc/hk/${customerId}`, body, { 'request-id': requestId });
    expect(blocksOf(page, 'json').map((block) => JSON.parse(block))).toEqual([answer.json]);
  } finally {
    await gateway.close();
  }
});
