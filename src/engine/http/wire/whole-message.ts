import type { IncomingMessage } from 'node:http';
import type { PromiseOrValue } from '../../async/promise-or-value.ts';
import { brokenMessage, lateMessage } from './unfinished-message.ts';
import { world } from '../../../kernel/world.ts';

const NOTHING = new Uint8Array();

/**
 * The whole body of a message. It must arrive within `ms` milliseconds. Throws if the body was read before, and rejects
 * with `body_invalid` if the body breaks off or comes too slowly.
 */
export function wholeMessage(message: IncomingMessage, ms: number): PromiseOrValue<Uint8Array> {
  if (message.destroyed || message.readableDidRead)
    throw new Error('The message was read before, or broken off.');
  // A small body usually comes together with its header.
  if (!message.complete) return restOf(message, ms);
  const bytes: unknown = message.read();
  return bytes instanceof Uint8Array ? bytes : NOTHING;
}

function restOf(message: IncomingMessage, ms: number): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Uint8Array[] = [];
  const onData = (chunk: Uint8Array): void => void chunks.push(chunk);
  const onEnd = (): void => {
    stop();
    const [only] = chunks;
    resolve(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
  };
  const onClose = (): void => {
    stop();
    reject(brokenMessage(new Error('The connection was closed.')));
  };
  const silence = world.after(() => {
    stop();
    reject(lateMessage(new Error(`The message did not come within ${ms} ms.`)));
  }, ms);
  const stop = (): void => {
    world.cancel(silence);
    message.off('data', onData).off('end', onEnd).off('close', onClose);
  };
  message.on('data', onData).on('end', onEnd).on('close', onClose);
  return promise;
}
