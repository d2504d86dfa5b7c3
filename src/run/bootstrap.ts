import type { Config } from './config/config.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import { commandLine } from '../kernel/caller.ts';
import { createFirstPartner } from '../nouns/api-key/create-partner.operations.ts';
import { execute } from '../pipeline/execute.ts';

/**
 * Gives an empty database its first partner, `demo`, with the key in BOOTSTRAP_API_KEY, or in development with a new
 * key. Returns a new key, because it can be shown only now; else null.
 */
export async function bootstrap(
  gateway: Gateway,
  { mode, bootstrapApiKey }: Pick<Config, 'mode' | 'bootstrapApiKey'>,
): Promise<string | null> {
  if (bootstrapApiKey === null && mode !== 'development') return null;
  const given = bootstrapApiKey === null ? {} : { given_key: bootstrapApiKey };
  const call = { caller: commandLine, requestId: 'bootstrap', ids: {}, input: { name: 'demo', ...given } };
  const { view } = await execute(gateway, createFirstPartner, call);
  return bootstrapApiKey === null && view !== null ? view.key.api_key : null;
}
