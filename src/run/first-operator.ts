import type { Config } from './config/config.ts';
import { OPERATORS } from '../nouns/operator/operator.rules.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import { totalOf } from '../pipeline/rows/counter.ts';

/**
 * The command that makes the first operator, with a key for the console. Null if there is already an operator or an
 * operator's key, or if people sign in through an issuer.
 */
export async function firstOperatorCommand(
  { database }: Gateway,
  { console, oidc }: Pick<Config, 'console' | 'oidc'>,
): Promise<string | null> {
  if (!console || oidc !== null) return null;
  const db = database.reads;
  if ((await totalOf(db, [OPERATORS])) > 0) return null;
  const keys = db.selectFrom('api_key').select('id').where('role', '=', 'operator').limit(1);
  if ((await keys.executeTakeFirst()) !== undefined) return null;
  return 'npm run cli -- operator create "Your Name" --key';
}
