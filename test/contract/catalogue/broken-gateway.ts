import { createApp } from '../../../src/app.ts';
import type { Gateway } from '../../../src/pipeline/gateway.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import type { Answer, TestGateway } from '../../support/gateway.ts';

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly authorization?: string;
  readonly body?: string;
}

/** Calls a second app over the same gateway with some replaced parts. */
export async function callWith(
  { gateway, config }: TestGateway,
  parts: Partial<Gateway>,
  { method = 'GET', path, authorization, body }: Sent,
): Promise<Answer> {
  const app = createApp({ ...gateway, ...parts }, config, createLogger('silent'));
  const headers = {
    ...(authorization !== undefined && { authorization }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const request = new Request(new URL(path, 'http://gateway.test'), { method, headers, body: body ?? null });
  const response = await app.fetch(request);
  const text = await response.text();
  await app.close();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}

/** The message of a failure that no client may see. */
export const INTERNAL = 'the disk at /var/lib/fundgate is on fire';

export const failing = async (): Promise<never> => {
  throw new Error(INTERNAL);
};
