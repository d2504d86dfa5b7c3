import type { IncomingMessage } from 'node:http';

const NOTHING = new Uint8Array();

/**
 * The whole body of a message, which has to arrive within `ms` milliseconds. Rejects for a body that was read before or
 * that breaks off.
 */
export function wholeMessage(message: IncomingMessage, ms: number): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  if (message.destroyed || message.readableDidRead) {
    reject(new Error('The message was read before, or broken off.'));
    return promise;
  }
  // A small body has come together with its header.
  if (message.complete) {
    const bytes: unknown = message.read();
    resolve(bytes instanceof Uint8Array ? bytes : NOTHING);
    return promise;
  }
  const chunks: Uint8Array[] = [];
  const onData = (chunk: Uint8Array): void => void chunks.push(chunk);
  const onEnd = (): void => {
    stop();
    const [only] = chunks;
    resolve(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
  };
  const onClose = (): void => {
    stop();
    reject(new Error('The connection was closed.'));
  };
  const silence = setTimeout(() => {
    stop();
    reject(new Error(`The message did not come within ${ms} ms.`));
  }, ms);
  const stop = (): void => {
    clearTimeout(silence);
    message.off('data', onData).off('end', onEnd).off('close', onClose);
  };
  message.on('data', onData).on('end', onEnd).on('close', onClose);
  return promise;
}
