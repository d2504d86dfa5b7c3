import { createClient, type Partner } from './client.ts';
import { walkDownload } from './download.ts';
import { walkHongKong } from './hong-kong.ts';
import { walkMalaysia } from './malaysia.ts';
import { createSteps, JourneyError, type Print } from './step.ts';

/** Everything that a partner does with the gateway, once, with every answer checked. Throws JourneyError. */
export async function walkJourney(partner: Partner, print: Print): Promise<void> {
  const client = createClient(partner);
  const step = createSteps(print);
  await reach(client.base);
  print(`The gateway at ${client.base}, as a partner sees it.`);
  print('Hong Kong, over REST');
  const picture = await walkHongKong(client, step);
  print('Malaysia, over GraphQL');
  await walkMalaysia(client, step);
  print('A document, by its signed URL');
  await walkDownload(client, step, picture);
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
