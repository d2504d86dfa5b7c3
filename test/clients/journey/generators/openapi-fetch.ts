// The journey by openapi-fetch, with the types of openapi-typescript.
import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';
import { json, walk } from './steps.ts';

const { BASE_URL = '', API_KEY = '' } = process.env;
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const client = createClient<paths>({ baseUrl: BASE_URL, headers: bearer(API_KEY) });

await walk({
  create: (input, key) =>
    client.POST('/v1/customers', { body: json(input), ...(key && { headers: { 'Idempotency-Key': key } }) }),
  read: (customer_id) => client.GET('/v1/customers/{customer_id}', { params: { path: { customer_id } } }),
  list: (limit, after) =>
    client.GET('/v1/customers', { params: { query: { limit, ...(after && { starting_after: after }) } } }),
  kyc: (customer_id, input) =>
    client.PUT('/v1/kyc/hk/{customer_id}', { params: { path: { customer_id } }, body: json(input) }),
  upload: (customer_id, type, file, key = API_KEY) =>
    client.POST('/v1/kyc/documents/{customer_id}', {
      params: { path: { customer_id } },
      headers: bearer(key),
      body: { metadata: { ...json('metadata.json'), type }, file },
      bodySerializer(body) {
        const form = new FormData();
        form.append('metadata', JSON.stringify(body.metadata));
        if (body.file) form.append('file', body.file);
        return form;
      },
    }),
  documents: (customer_id) =>
    client.GET('/v1/kyc/documents/{customer_id}', { params: { path: { customer_id } } }),
  document: (customer_id, document_id) =>
    client.GET('/v1/kyc/documents/{customer_id}/{document_id}', {
      params: { path: { customer_id, document_id } },
    }),
  download: (document_id, query) =>
    client.GET('/v1/files/{document_id}', { params: { path: { document_id }, query }, parseAs: 'blob' }),
  settle: (input, customer_id) =>
    client.POST('/v1/instant-settlements', { body: { ...json(input), customer_id } }),
});
