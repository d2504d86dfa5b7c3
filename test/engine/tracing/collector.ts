import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector gets it. */
interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Fields of a message of Protocol Buffers, by their numbers. */
type Fields = ReadonlyMap<number, readonly (Uint8Array | bigint)[]>;

function fieldsOf(bytes: Uint8Array): Fields {
  const found = new Map<number, (Uint8Array | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Uint8Array => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const key = Number(varint());
    const kind = key & 7;
    const value = kind === 0 ? varint() : take(kind === 1 ? 8 : kind === 5 ? 4 : Number(varint()));
    found.set(key >> 3, [...(found.get(key >> 3) ?? []), value]);
  }
  return found;
}

const messagesOf = (fields: Fields, number: number): readonly Uint8Array[] =>
  (fields.get(number) ?? []).filter((value) => typeof value !== 'bigint');
const bytesOf = (fields: Fields, number: number) => Buffer.from(messagesOf(fields, number)[0] ?? []);
const textOf = (fields: Fields, number: number) => bytesOf(fields, number).toString();

/** `KeyValue` of OTLP: a text is field 1 of the value, an integer field 3, another number field 4. */
function attributeOf(bytes: Uint8Array): readonly [string, string | number] {
  const pair = fieldsOf(bytes);
  const value = fieldsOf(bytesOf(pair, 2));
  const [integer] = value.get(3) ?? [];
  if (typeof integer === 'bigint') return [textOf(pair, 1), Number(integer)];
  if (value.has(4)) return [textOf(pair, 1), bytesOf(value, 4).readDoubleLE()];
  return [textOf(pair, 1), textOf(value, 1)];
}

function spanOf(bytes: Uint8Array): CollectedSpan {
  const span = fieldsOf(bytes);
  return {
    traceId: bytesOf(span, 1).toString('hex'),
    spanId: bytesOf(span, 2).toString('hex'),
    parentId: bytesOf(span, 4).toString('hex'),
    name: textOf(span, 5),
    attributes: Object.fromEntries(messagesOf(span, 9).map(attributeOf)),
  };
}

/**
 * A collector of OTLP over HTTP, which keeps the spans and answers 200. A dead one reads nothing and never answers.
 */
export async function openCollector(works: 'answers' | 'dead' = 'answers') {
  const spans: CollectedSpan[] = [];
  const resources: Record<string, string | number>[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const raw: Buffer[] = [];
  const server = createServer(async (request, response) => {
    if (works === 'dead') return;
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    raw.push(body);
    headers.push(request.headers);
    for (const resourceSpans of messagesOf(fieldsOf(body), 1)) {
      const fields = fieldsOf(resourceSpans);
      resources.push(Object.fromEntries(messagesOf(fieldsOf(bytesOf(fields, 1)), 1).map(attributeOf)));
      for (const scope of messagesOf(fields, 2)) spans.push(...messagesOf(fieldsOf(scope), 2).map(spanOf));
    }
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return {
    spans,
    resources,
    headers,
    /** Everything that came, as it came. */
    text: () => Buffer.concat(raw).toString('latin1'),
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
