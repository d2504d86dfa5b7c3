// The journey by axios with the form-data package, over an agent that keeps its connection.
import { Agent } from 'node:http';
import { load, walk } from './journey.js';

const axios = load('axios');
const Form = load('form-data');
const httpAgent = new Agent({ keepAlive: true, maxSockets: 1 });

await walk(async ({ method, url, headers, json, metadata, file }) => {
  let data = json;
  if (file !== undefined) {
    data = new Form();
    data.append('metadata', metadata);
    data.append('file', file, { filename: '公司註冊證.pdf', contentType: 'application/pdf' });
  }
  const answer = await axios.request({
    method,
    url,
    headers,
    data,
    httpAgent,
    responseType: 'arraybuffer',
    validateStatus: () => true,
  });
  return { status: answer.status, header: (name) => answer.headers[name], bytes: answer.data };
});
httpAgent.destroy();
