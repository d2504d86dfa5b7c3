import type { Config } from '../config.ts';
import type { Gateway } from '../edge/gateway.ts';
import { commandLine } from '../kernel/caller.ts';
import { createPartner, hasPartners } from '../partner/partner.operations.ts';
import { execute } from '../pipeline/execute.ts';

/**
 * Gives an empty database its first partner, `demo`, with the key of BOOTSTRAP_API_KEY; in development with one that is
 * made here. Returns a key that was made, which is the only time it can be shown.
 */
export async function bootstrap(
  gateway: Gateway,
  config: Pick<Config, 'mode' | 'bootstrapApiKey'>,
): Promise<string | null> {
  const { mode, bootstrapApiKey } = config;
  if (bootstrapApiKey === null && mode !== 'development') return null;
  const call = { caller: commandLine, requestId: 'bootstrap', ids: {} };
  const isSetUp = async () => (await execute(gateway, hasPartners, { ...call, input: {} })).view;
  if (await isSetUp()) return null;
  const given = bootstrapApiKey === null ? {} : { given_key: bootstrapApiKey };
  try {
    const { view } = await execute(gateway, createPartner, { ...call, input: { name: 'demo', ...given } });
    return bootstrapApiKey === null ? view.key.api_key : null;
  } catch (error) {
    // Another process that started at the same time gave the same key.
    if (await isSetUp()) return null;
    throw error;
  }
}
