/**
 * One request by the fetch of Node.
 * @param {import('./journey.js').Asked} asked
 * @returns {Promise<import('./journey.js').Answer>}
 */
export async function ask({ method, url, headers, json, metadata, file }) {
  /** @type {RequestInit} */
  const init = { method, headers };
  if (json !== undefined) {
    init.body = JSON.stringify(json);
    init.headers = { ...headers, 'content-type': 'application/json' };
  }
  if (file !== undefined) {
    const form = new FormData();
    form.append('metadata', metadata ?? '');
    form.append('file', new File([new Uint8Array(file)], '公司註冊證.pdf', { type: 'application/pdf' }));
    init.body = form;
  }
  const response = await fetch(url, init);
  const header = (/** @type {string} */ name) => response.headers.get(name);
  return { status: response.status, header, bytes: new Uint8Array(await response.arrayBuffer()) };
}
