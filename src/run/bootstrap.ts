import type { Config } from './config/config.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import { commandLine } from '../kernel/caller.ts';
import { createApiKey } from '../nouns/api-key/api-key.operations.ts';
import { createOperator } from '../nouns/operator/operator.operations.ts';
import { createFirstPartner } from '../nouns/api-key/create-partner.operations.ts';
import { done } from '../pipeline/done.ts';
import { execute } from '../pipeline/execute.ts';

/** The keys that a first start made, because they can be shown only now. */
export interface FirstKeys {
  /** The key of partner `demo`. */
  readonly partner: string;
  /** In a sandbox, the key of an operator for the console. */
  readonly operator: string | null;
}

/**
 * Gives an empty database its first partner, `demo`, with the key in BOOTSTRAP_API_KEY, or in development with a new
 * key. Returns new keys; else null.
 */
export async function bootstrap(
  gateway: Gateway,
  { mode, bootstrapApiKey, sandbox }: Pick<Config, 'mode' | 'bootstrapApiKey' | 'sandbox'>,
): Promise<FirstKeys | null> {
  if (bootstrapApiKey === null && mode !== 'development') return null;
  const given = bootstrapApiKey === null ? {} : { given_key: bootstrapApiKey };
  const call = { caller: commandLine, requestId: 'bootstrap', ids: {}, input: { name: 'demo', ...given } };
  const { view } = await execute(gateway, createFirstPartner, call);
  if (bootstrapApiKey !== null || view === null) return null;
  const operator = sandbox ? await makeFirstOperator(gateway) : null;
  return { partner: view.key.api_key, operator };
}

/** The operator of a sandbox: the person who started it. */
async function makeFirstOperator(gateway: Gateway): Promise<string> {
  const call = { caller: commandLine, requestId: 'bootstrap' };
  const person = { ...call, ids: {}, input: { name: 'Sandbox' } };
  const { operator_id } = done(await execute(gateway, createOperator, person));
  const key = {
    ...call,
    ids: { partner_id: null },
    input: { name: 'sandbox', role: 'operator', operator_id },
  };
  return done(await execute(gateway, createApiKey, key)).api_key;
}
