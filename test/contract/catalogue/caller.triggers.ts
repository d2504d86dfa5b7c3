import { commandLine } from '../../../src/kernel/caller.ts';
import { revokeApiKey } from '../../../src/nouns/api-key/api-key.operations.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { customerBody } from '../../support/gateway.ts';
import { openFixture, type Fixture } from './fixture.ts';

/** The headers of a request for each fault of its key. */
export const refusedKeys = {
  api_key_missing: async () => ({}),
  api_key_invalid: async () => ({ authorization: `Bearer fgk_${'A'.repeat(43)}` }),
  async api_key_expired({ gateway: fixture, partner, passSeconds }: Fixture) {
    const { authorization } = await fixture.key(partner.partnerId, { expires_in: 60 });
    passSeconds(61);
    return { authorization };
  },
  async api_key_revoked({ gateway: fixture, partner }: Fixture) {
    const { keyId, authorization } = await fixture.key(partner.partnerId);
    const call = { caller: commandLine, requestId: 'test', ids: { key_id: keyId }, input: {} };
    await execute(fixture.gateway, revokeApiKey, call);
    return { authorization };
  },
} as const satisfies Readonly<
  Record<string, (fixture: Fixture) => Promise<Readonly<Record<string, string>>>>
>;

const withKey = (name: keyof typeof refusedKeys) => async (fixture: Fixture) =>
  fixture.gateway.fetch('GET', '/v1/customers', { headers: await refusedKeys[name](fixture) });

export const callerTriggers = {
  api_key_missing: withKey('api_key_missing'),
  api_key_invalid: withKey('api_key_invalid'),
  api_key_expired: withKey('api_key_expired'),
  api_key_revoked: withKey('api_key_revoked'),
  session_ended: ({ gateway: fixture }: Fixture) => fixture.fetch('GET', '/console/session'),
  async permission_denied({ gateway: fixture, partner }: Fixture) {
    const reader = await fixture.key(partner.partnerId, { scopes: ['read'] });
    return reader.rest('POST', '/v1/customers', customerBody());
  },
  async rate_limited() {
    const { gateway: fixture, partner } = await openFixture({ RATE_LIMIT: '1' });
    await partner.rest('GET', '/v1/customers');
    await partner.rest('GET', '/v1/customers');
    const answer = await partner.rest('GET', '/v1/customers');
    await fixture.close();
    return answer;
  },
};
