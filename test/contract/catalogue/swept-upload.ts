import { ORPHAN_GRACE_SECONDS, sweepBlobs } from '../../../src/engine/blob/orphan-blobs.ts';
import type { Answer } from '../../support/gateway.ts';
import { customerBody, pdf, uploadForm } from '../../support/gateway.ts';
import { openFixture } from './fixture.ts';

/** Fewer bytes than the closing boundary, so that the body has not ended yet. */
const BYTES_HELD_BACK = 10;

/** An upload that takes so long that the sweep removes its files before it ends. */
export async function uploadThatIsSwept(): Promise<Answer> {
  const { gateway: fixture, partner, clock, passSeconds } = await openFixture();
  const { blobs, database } = fixture.gateway;
  const customer = await partner.rest('POST', '/v1/customers', customerBody());
  const form = new Response(uploadForm('nar1', [pdf('one'), pdf('two')]));
  const contentType = form.headers.get('content-type') ?? '';
  const bytes = await form.bytes();

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, -BYTES_HELD_BACK));
    },
    async pull(controller) {
      while ((await Array.fromAsync(blobs.list())).length === 0) await new Promise(setImmediate);
      passSeconds(ORPHAN_GRACE_SECONDS + 1);
      await sweepBlobs(database, blobs, clock);
      controller.enqueue(bytes.subarray(-BYTES_HELD_BACK));
      controller.close();
    },
  });
  const path = `/v1/kyc/documents/${customer.json.customer_id}`;
  const answer = await partner.rest('POST', path, body, { 'content-type': contentType });
  await fixture.close();
  return answer;
}
