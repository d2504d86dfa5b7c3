import { customerBody, kycBody, pdf, settlementBody, uploadForm } from '../gateway.ts';
import { hongKong } from '../../../src/nouns/kyc/countries/hk/hong-kong.ts';
import type { CarefulClient } from './careful-client.ts';
import type { Chance } from './chance.ts';

/** Large enough that a gateway can be killed in the middle of it. */
const FILLING = 'x'.repeat(256 * 1024);

/** A customer with complete KYC for one worker, which does everything with it that a partner can do. */
export async function completeCustomer({ insist }: CarefulClient, worker: string): Promise<string> {
  const create = {
    method: 'POST',
    path: '/v1/customers',
    body: customerBody({ external_customer_id: worker }),
  };
  const { json } = await insist({ ...create, idempotencyKey: worker });
  const id: string = json.customer_id;
  await insist({
    method: 'PUT',
    path: `/v1/kyc/hk/${id}`,
    body: kycBody({ legal_name: worker }),
    idempotencyKey: `${worker}-kyc`,
  });
  for (const { type } of hongKong.documentTypes)
    await insist({ method: 'POST', path: `/v1/kyc/documents/${id}`, body: uploadForm(type, [pdf(worker)]) });
  return id;
}

/** One piece of a partner's work, with keys that begin with `name`. */
export async function work(
  { insist }: CarefulClient,
  { below }: Chance,
  customerId: string,
  name: string,
): Promise<void> {
  const keyed = (verb: string) => `${name}-${verb}`;
  switch (below(4)) {
    case 0: {
      const idempotencyKey = keyed('create');
      const body = customerBody({ external_customer_id: idempotencyKey });
      await insist({ method: 'POST', path: '/v1/customers', body, idempotencyKey });
      return;
    }
    case 1: {
      const idempotencyKey = keyed('kyc');
      const body = kycBody({ legal_name: name });
      await insist({ method: 'PUT', path: `/v1/kyc/hk/${customerId}`, body, idempotencyKey });
      return;
    }
    case 2: {
      const files = [0, 1].map((file) => pdf(`${name} file ${file} ${FILLING}`));
      await insist({
        method: 'POST',
        path: `/v1/kyc/documents/${customerId}`,
        body: uploadForm('nar1', files),
      });
      return;
    }
    default: {
      const path = '/v1/instant-settlements';
      const offer = await insist({
        method: 'POST',
        path,
        body: settlementBody(customerId),
        idempotencyKey: keyed('request'),
      });
      const decision = {
        method: 'PUT',
        path: `${path}/${offer.json.funding_id}/decision`,
        body: { type: 'accept' },
      };
      await insist({ ...decision, idempotencyKey: keyed('accept') });
    }
  }
}
