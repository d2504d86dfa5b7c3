import type { ServerResponse } from 'node:http';
import { sendNodeResponse } from '@whatwg-node/server';
import type { WireRequest } from '../../http/wire/wire-request.ts';
import { WholeResponse } from '../../http/wire/whole-response.ts';
import { closeUnread } from './unread-body.ts';

/** Sends an answer: one that is whole in one write, any other by the adapter, as its stream comes. */
export function sendAnswer(
  { method, message }: WireRequest,
  answer: Response,
  response: ServerResponse,
): Promise<void> | void {
  closeUnread(message, response);
  if (!(answer instanceof WholeResponse)) return sendNodeResponse(answer, response, message, true);
  if (method !== 'GET' && method !== 'HEAD' && !message.readableEnded && !message.destroyed) message.resume();
  if (response.destroyed || response.writableEnded) return;
  const { status, headers, body } = answer.answer;
  response.writeHead(status, headers);
  if (body === null) response.end();
  // A text with as many bytes as characters is ASCII, which is copied as it is.
  else response.end(body, headers['Content-Length'] === String(body.length) ? 'latin1' : 'utf8');
}
