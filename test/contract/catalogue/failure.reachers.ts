import { callWith, failing } from './broken-gateway.ts';
import type { Setting } from './setting.ts';

export const failureReachers = {
  async internal_error({ world, partner }: Setting) {
    const database = { ...world.gateway.database, transaction: failing };
    const body = '{}';
    return callWith(
      world,
      { database },
      { method: 'POST', path: '/v1/customers', authorization: partner.authorization, body },
    );
  },
  async service_unavailable({ world }: Setting) {
    const blobs = { ...world.gateway.blobs, ping: failing };
    return callWith(world, { blobs }, { path: '/readyz' });
  },
};
