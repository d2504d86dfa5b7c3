import { createClient, type Partner } from '../client.ts';
import { commandLineBeside } from '../command-line.ts';
import { walkDownload } from '../download.ts';
import { walkHongKong } from './hong-kong.ts';
import { walkMalaysia } from './malaysia.ts';
import { asOperator, type OperatorAccess, walkAudit } from './operator.ts';
import { createSteps, JourneyError, type Print } from '../step.ts';
import { walkUnderwriting } from './underwriting.ts';
import { subscribe } from './webhooks.ts';

const NO_OPERATOR =
  'The operator’s part is left out: the data of this gateway is not here, and OPERATOR_KEY is not set.';
const NO_DATA = 'The checkpoints are left out: the data of this gateway is not here.';

/**
 * Everything that a partner does with the gateway, once, and then what an operator does, if one can act. Every answer
 * is checked. Throws JourneyError.
 */
export async function walkJourney(
  partner: Partner,
  print: Print,
  access: OperatorAccess = {},
): Promise<void> {
  const client = createClient(partner);
  const step = createSteps(print);
  await reach(client.base);
  print(`The gateway at ${client.base}, as a partner sees it.`);
  const subscription = await subscribe(client, print);
  print('Hong Kong, over REST');
  const picture = await walkHongKong(client, step);
  print('Malaysia, over GraphQL');
  await walkMalaysia(client, step);
  print('A document, by its signed URL');
  await walkDownload(client, step, picture);

  const commandLine = await commandLineBeside(client, access.environment, access.runCommand);
  const acted = await asOperator({ client, commandLine, key: access.key }, async (operator) => {
    print(`An operator and a partner under manual review; in a browser: ${client.base}/console`);
    await walkUnderwriting(operator, step, access.keep);
  });
  if (!acted) print(NO_OPERATOR);
  else if (commandLine === null) print(NO_DATA);
  else await walkAudit(commandLine, step);
  if (subscription !== null) {
    print('The webhooks of all this');
    await subscription.end(step);
  }
  print('Every answer was as the contract says.');
}

async function reach(base: string): Promise<void> {
  const answer = await fetch(`${base}/healthz`).catch(() => null);
  if (answer === null) {
    throw new JourneyError(`No gateway answers at ${base}. Start one with "npm start", or set BASE_URL.`);
  }
  await answer.body?.cancel();
  if (answer.status !== 200)
    throw new JourneyError(`What answers at ${base} is not the gateway. Set BASE_URL.`);
}
