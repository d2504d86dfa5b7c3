// The journey by undici's `request` over one pool of connections.
import { load, walk } from './journey.js';

const { Agent, FormData, request } = load('undici');
const dispatcher = new Agent({ connections: 1 });

await walk(async ({ method, url, headers, json, metadata, file }) => {
  let body = null;
  const sent = { ...headers };
  if (json !== undefined) {
    body = JSON.stringify(json);
    sent['content-type'] = 'application/json';
  }
  if (file !== undefined) {
    body = new FormData();
    body.append('metadata', metadata);
    body.append('file', new File([new Uint8Array(file)], '公司註冊證.pdf', { type: 'application/pdf' }));
  }
  const answer = await request(url, { method, headers: sent, body, dispatcher });
  const header = (/** @type {string} */ name) => answer.headers[name];
  return { status: answer.statusCode, header, bytes: new Uint8Array(await answer.body.arrayBuffer()) };
});
await dispatcher.close();
