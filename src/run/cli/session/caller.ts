import { type Caller, commandLine } from '../../../kernel/caller.ts';
import { refusal } from '../../../kernel/errors.ts';
import { digestOfApiKey } from '../../../nouns/api-key/api-key.rules.ts';
import { refusalOfEnded, trustedKey } from '../../../nouns/api-key/trusted-key.ts';
import type { Foundation } from '../../../pipeline/context.ts';

/** The variable with the key of the person who runs the command. */
const OPERATOR_KEY = 'FUNDGATE_OPERATOR_KEY';

/** Whom a command acts for: the person of the key in the environment, or else the command line, which is no person. */
export async function commandCaller(
  { database, rowMacs, apiKeyHash, clock }: Pick<Foundation, 'database' | 'rowMacs' | 'apiKeyHash' | 'clock'>,
  { [OPERATOR_KEY]: given = '' }: NodeJS.ProcessEnv,
): Promise<Caller> {
  if (given === '') return commandLine;
  const hashes = apiKeyHash.makeAll(digestOfApiKey(given));
  const key = await trustedKey(database.reads, rowMacs, { hashes });
  if (key === null || key.person === null)
    throw refusal('api_key_invalid', `${OPERATOR_KEY} is not the key of an operator who is a person.`);
  const ended = refusalOfEnded(key, clock());
  if (ended !== null) throw ended;
  return key.caller;
}
