import { callWith, failing } from './broken-gateway.ts';
import type { Fixture } from './fixture.ts';

export const failureTriggers = {
  async internal_error({ gateway: fixture, partner }: Fixture) {
    const database = { ...fixture.gateway.database, transaction: failing };
    const body = '{}';
    return callWith(
      fixture,
      { database },
      { method: 'POST', path: '/v1/customers', authorization: partner.authorization, body },
    );
  },
  async service_unavailable({ gateway: fixture }: Fixture) {
    const blobs = { ...fixture.gateway.blobs, ping: failing };
    return callWith(fixture, { blobs }, { path: '/readyz' });
  },
};
