// The journey by openapi-fetch, with the types of openapi-typescript.
import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';
import { walk } from './steps.ts';

const { BASE_URL = '', API_KEY = '' } = process.env;
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const client = createClient<paths>({ baseUrl: BASE_URL, headers: bearer(API_KEY) });

await walk({
  create: (body, key) =>
    client.POST('/v1/customers', { body, ...(key && { headers: { 'Idempotency-Key': key } }) }),
  read: (customer_id) => client.GET('/v1/customers/{customer_id}', { params: { path: { customer_id } } }),
  list: (limit, after) =>
    client.GET('/v1/customers', { params: { query: { limit, ...(after && { starting_after: after }) } } }),
  kyc: (customer_id, body) =>
    client.PUT('/v1/kyc/hk/{customer_id}', { params: { path: { customer_id } }, body }),
  upload: (customer_id, type, { name, hash, blob }, key = API_KEY) =>
    client.POST('/v1/kyc/documents/{customer_id}', {
      params: { path: { customer_id } },
      headers: bearer(key),
      body: {
        metadata: { type, files: { file: { filename: name, mime_type: 'application/pdf', hash } } },
        file: blob,
      },
      bodySerializer({ metadata, file }) {
        const form = new FormData();
        form.append('metadata', JSON.stringify(metadata));
        if (file) form.append('file', file);
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
  settle: (body) => client.POST('/v1/instant-settlements', { body }),
});
