// The journey by the client that @hey-api/openapi-ts generates.
import { client } from './generated/client.gen';
import * as sdk from './generated/sdk.gen';
import { walk } from './steps.ts';

const { BASE_URL = '', API_KEY = '' } = process.env;
client.setConfig({ baseUrl: BASE_URL, auth: API_KEY });

await walk({
  create: (body, key) => sdk.createCustomer({ body, ...(key && { headers: { 'Idempotency-Key': key } }) }),
  read: (customer_id) => sdk.getCustomer({ path: { customer_id } }),
  list: (limit, after) => sdk.listCustomers({ query: { limit, ...(after && { starting_after: after }) } }),
  kyc: (customer_id, body) => sdk.updateKycHk({ path: { customer_id }, body }),
  upload: (customer_id, type, { name, hash, blob }, key = API_KEY) =>
    sdk.uploadDocuments({
      path: { customer_id },
      auth: key,
      body: {
        metadata: { type, files: { file: { filename: name, mime_type: 'application/pdf', hash } } },
        file: blob,
      },
    }),
  documents: (customer_id) => sdk.listDocuments({ path: { customer_id } }),
  document: (customer_id, document_id) => sdk.getDocument({ path: { customer_id, document_id } }),
  download: (document_id, query) => sdk.downloadDocument({ path: { document_id }, query }),
  settle: (body) => sdk.createInstantSettlement({ body }),
});
