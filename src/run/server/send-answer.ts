import { sendNodeResponse } from '@whatwg-node/server';
import type { WireRequest } from '../../http/wire-request.ts';
import { WholeResponse } from '../../http/whole-response.ts';
import type { ServerResponse } from 'node:http';

/** Sends an answer: one that is whole in one write, any other by the adapter, as its stream comes. */
export async function sendAnswer(
  { method, message }: WireRequest,
  answer: Response,
  response: ServerResponse,
): Promise<void> {
  if (!(answer instanceof WholeResponse)) return sendNodeResponse(answer, response, message, true);
  if (method !== 'GET' && method !== 'HEAD' && !message.readableEnded && !message.destroyed) message.resume();
  if (response.destroyed || response.writableEnded) return;
  const { status, headers, body } = answer.answer;
  response.writeHead(status, headers).end(body ?? undefined);
}
