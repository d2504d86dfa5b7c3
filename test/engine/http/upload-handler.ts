import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type MultipartOptions, readMultipart } from '../../../src/engine/http/multipart/multipart.ts';
import { respondAfterBody } from '../../../src/engine/http/body/request-body.ts';
import { catalogue } from '../../../src/kernel/error-catalogue.ts';
import { OperationError, refusal } from '../../../src/kernel/errors.ts';

export const KiB = 1024;

/** A small gateway that reads uploads, and counts what it stores. */
export class UploadHandler {
  running = 0;
  /** For each file that was begun, whether it was received to its end. */
  readonly outcomes: ('whole' | 'broken')[] = [];
  readonly #options: MultipartOptions<string>;

  constructor(options: Partial<MultipartOptions<string>> = {}) {
    this.#options = {
      bodyBytesMax: 1024 * KiB,
      fieldBytesMax: 8 * KiB,
      filesMax: 3,
      isField: (name) => name === 'metadata',
      onField: ({ text }) => {
        if (text === 'refuse') throw refusal('metadata_invalid', 'metadata is refused.');
      },
      storeFile: (_name, bytes) => this.#store(bytes),
      ...options,
    };
  }

  read(request: Request) {
    return readMultipart(request, this.#options);
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    try {
      return await respondAfterBody(request, Response.json(await this.read(request)));
    } catch (error) {
      const code = error instanceof OperationError ? error.code : 'internal_error';
      const { status } = catalogue[code];
      return respondAfterBody(request, Response.json({ code, running: this.running }, { status }));
    }
  };

  async #store(bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const hash = createHash('sha256');
    this.running += 1;
    const turn = this.outcomes.push('broken') - 1;
    try {
      for await (const chunk of bytes) hash.update(chunk);
      this.outcomes[turn] = 'whole';
      return hash.digest('hex');
    } finally {
      // The clean-up takes some time; the reader must wait for it.
      await setTimeout(5);
      this.running -= 1;
    }
  }
}
