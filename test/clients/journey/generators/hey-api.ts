// The journey by the client that @hey-api/openapi-ts generates.
import { client } from './generated/client.gen';
import * as sdk from './generated/sdk.gen';
import { json, walk } from './steps.ts';

const { BASE_URL = '', API_KEY = '' } = process.env;
client.setConfig({ baseUrl: BASE_URL, auth: API_KEY });

await walk({
  create: (input, key) =>
    sdk.createCustomer({ body: json(input), ...(key && { headers: { 'Idempotency-Key': key } }) }),
  read: (customer_id) => sdk.getCustomer({ path: { customer_id } }),
  list: (limit, after) => sdk.listCustomers({ query: { limit, ...(after && { starting_after: after }) } }),
  kyc: (customer_id, input) => sdk.updateKycHk({ path: { customer_id }, body: json(input) }),
  upload: (customer_id, type, file, key = API_KEY) =>
    sdk.uploadDocuments({
      path: { customer_id },
      auth: key,
      body: { metadata: { ...json('metadata.json'), type }, file },
    }),
  documents: (customer_id) => sdk.listDocuments({ path: { customer_id } }),
  document: (customer_id, document_id) => sdk.getDocument({ path: { customer_id, document_id } }),
  download: (document_id, query) => sdk.downloadDocument({ path: { document_id }, query }),
  settle: (input, customer_id) => sdk.createInstantSettlement({ body: { ...json(input), customer_id } }),
});
