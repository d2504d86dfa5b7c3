// It runs the compiler of Relay as a process if `RELAY_COMPILER` names it: a program of another language.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { blocksOf, guide } from '../docs/pages.ts';
import { endOfFeed, followed, openGuide, scan } from './guide-module.ts';

interface RelayGuide {
  readonly environment: { getStore(): { getSource(): { toJSON(): object } } };
  readonly customers: unknown;
}

const openRelay = () => openGuide<RelayGuide & Parameters<typeof followed>[0]>('relay');
let opened: Awaited<ReturnType<typeof openRelay>>;
beforeAll(async () => {
  opened = await openRelay();
});
afterAll(() => opened.served.stop());

test('a page has the KYC of its customers without a fragment', () => {
  expect(opened.module.customers).toMatchObject({
    customers: { edges: [{ node: { id: opened.customerId, kyc: { status: 'INCOMPLETE' } } }] },
  });
});

test('an upload leads back to the KYC record', async () => {
  const { customerId, module } = opened;
  const kyc = { id: customerId.replace('cus_', 'kyc_'), status: 'INCOMPLETE' };
  expect(await module.upload(customerId, 'COMPANY_STRUCTURE_CHART', scan())).toMatchObject({
    uploadDocuments: { status: 'UPLOADED', kyc },
  });
});

test('the loop hands on the events after a cursor', async () => {
  const { served, partner, customerId, module } = opened;
  const after = await endOfFeed(served, partner);
  const { company_country: _, ...body } = (await partner.rest('GET', `/v1/customers/${customerId}`)).json;
  await partner.rest('PUT', `/v1/customers/${customerId}`, { ...body, company_name: 'Second Name' });
  expect(await followed(module, after, 1)).toEqual([`customer/${customerId}`]);
});

const RELAY_COMPILER = process.env['RELAY_COMPILER'];

// The compiler has four programs of some thirty megabytes, so it is no dependency; it is a program, hence a process.
test(
  'the compiler makes the artifacts of the documents of the guide',
  needs(RELAY_COMPILER !== undefined, 'RELAY_COMPILER names no compiler of Relay.'),
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'fundgate-relay-'));
    try {
      const [config = ''] = blocksOf(guide('relay'), 'json');
      const documents = blocksOf(guide('relay'), 'graphql').map((text) => `graphql\`\n${text}\`;\n`);
      mkdirSync(join(folder, 'src'));
      writeFileSync(join(folder, 'relay.config.json'), config);
      writeFileSync(
        join(folder, 'src/documents.ts'),
        `import { graphql } from 'relay-runtime';\n${documents.join('')}`,
      );
      cpSync(new URL('../../schema.graphql', import.meta.url), join(folder, 'schema.graphql'));
      execFileSync(process.execPath, [RELAY_COMPILER ?? '', 'relay.config.json'], {
        cwd: folder,
        stdio: 'pipe',
      });
      const made = join(folder, 'src/__generated__');
      const kept = join(import.meta.dirname, '__generated__');
      expect(readdirSync(made)).toEqual(readdirSync(kept));
      for (const name of readdirSync(made))
        expect(readFileSync(join(made, name), 'utf8')).toBe(readFileSync(join(kept, name), 'utf8'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
