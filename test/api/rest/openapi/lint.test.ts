// If SPECTRAL names it, that program reads the document too; no gateway is asked.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dataFolder } from '../../../support/gateway-process.ts';
import { openTestGateway } from '../../../support/gateway.ts';
import { needs } from '../../../support/needs.ts';
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

test('so does the document of a sandbox', async () => {
  const gateway = await openTestGateway({ SANDBOX: 'on' });
  try {
    const { json } = await gateway.fetch('GET', '/v1/openapi.json');
    expect(await findings(json)).toEqual([]);
  } finally {
    await gateway.close();
  }
});

test('the rules find what is wrong', async () => {
  const info = { title: 'Fundgate', version: '1' };
  const broken = { openapi: document.openapi, info, paths: {}, security: [{ unheardOf: [] }] };
  const found = await findings(broken);
  expect(found.some((line) => line.startsWith('warn info-license '))).toBe(true);
  expect(found.some((line) => line.startsWith('error security-defined '))).toBe(true);
});

test('every parameter says what it means', () => {
  const silent = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations ?? {}).flatMap(([method, { parameters = [] }]) =>
      parameters
        .filter(({ $ref, description }) => $ref === undefined && description === undefined)
        .map(({ name }) => `${method} ${path} ${name}`),
    ),
  );
  expect(silent).toEqual([]);
});

const Described = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
});

/** Inputs and answers. Errors are described in the guide about them. */
const DESCRIBED = [
  'CreateCustomerInput',
  'Customer',
  'KycInput',
  'KycRecord',
  'CreateInstantSettlementInput',
  'InstantSettlement',
  'Event',
  'CreateWebhookEndpointInput',
  'UpdateWebhookEndpointInput',
  'ReplayWebhookEventsInput',
  'WebhookEndpointWithSecret',
  'WebhookDelivery',
  'WebhookAttempt',
  'WebhookTest',
];

test('every member that is sent or shown says what it means', () => {
  const silent = DESCRIBED.flatMap((name) =>
    Object.entries(Described.parse(document.components.schemas[name]).properties)
      .filter(([, { description }]) => description === undefined)
      .map(([member]) => `${name}.${member}`),
  );
  // It is an AddressInput, which says what it is.
  expect(silent).toEqual(['KycInput.registered_address']);
});

/** No dependency of this project: it would bring 242 packages, one of which reports each installation to others. */
const SPECTRAL = process.env['SPECTRAL'];

describe(
  'Spectral, which SPECTRAL names',
  needs(SPECTRAL !== undefined, 'SPECTRAL names no program.'),
  () => {
    async function spectralFindings(source: unknown): Promise<unknown> {
      using folder = dataFolder();
      const [ruleset, file] = [join(folder.path, 'ruleset.json'), join(folder.path, 'openapi.json')];
      writeFileSync(ruleset, JSON.stringify({ extends: ['spectral:oas'] }));
      writeFileSync(file, JSON.stringify(source));
      const args = [SPECTRAL ?? '', 'lint', file, '--ruleset', ruleset, '--format', 'json', '--quiet'];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      return JSON.parse(stdout);
    }

    test('finds nothing in the document, by its recommended rules for OpenAPI', async () => {
      expect(await spectralFindings(document)).toEqual([]);
    });

    test('finds what is wrong', async () => {
      const broken = { ...document, info: { title: 'Fundgate', version: '1' } };
      expect(await spectralFindings(broken)).toContainEqual(
        expect.objectContaining({ code: 'info-contact' }),
      );
    });
  },
);
