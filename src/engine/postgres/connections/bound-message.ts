import { listOf } from './list-text.ts';

/** A value as it is sent: every value is a text. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      if (Array.isArray(value)) return listOf(value);
      throw new TypeError('Only texts, numbers, truth values and lists of these can be sent.');
  }
}

/** Bytes that most messages fit into. */
const USUAL_BYTES = 65_536;
const usual = Buffer.allocUnsafeSlow(USUAL_BYTES);
/** The most bytes of UTF-8 for one code unit. */
const UNIT_BYTES = 3;
/** Execute without a limit of rows, on the unnamed portal, and Sync. */
const END = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);
/** The length of a null. */
const NULL_LENGTH = -1;

/**
 * The messages that run a prepared statement once: Bind, Execute and Sync, in one piece. All values and all returned
 * columns are texts.
 */
export function boundMessage(name: string, values: readonly unknown[]): Buffer {
  const texts: (string | null)[] = [];
  let units = name.length;
  for (const value of values) {
    const text = textOf(value);
    texts.push(text);
    units += text === null ? 0 : text.length;
  }
  const bytes = units * UNIT_BYTES + values.length * 4 + END.length + 16;
  const into = bytes <= USUAL_BYTES ? usual : Buffer.allocUnsafeSlow(bytes);
  const end = write(into, name, texts);
  return into === usual ? Buffer.from(usual.subarray(0, end)) : into.subarray(0, end);
}

function write(into: Buffer, name: string, texts: readonly (string | null)[]): number {
  into[0] = 0x42;
  into[5] = 0;
  let at = 6 + into.write(name, 6, 'latin1');
  into[at] = 0;
  // No formats of values, because all are texts.
  at = into.writeInt16BE(0, at + 1);
  at = into.writeUInt16BE(texts.length, at);
  for (const text of texts) {
    if (text === null) {
      at = into.writeInt32BE(NULL_LENGTH, at);
      continue;
    }
    const length = into.write(text, at + 4);
    at = into.writeInt32BE(length, at) + length;
  }
  at = into.writeInt16BE(0, at);
  into.writeInt32BE(at - 1, 1);
  return at + END.copy(into, at);
}

/** Sync, the last of the messages that run a statement. It ends their transaction, unless `begin` began one. */
export const SYNC = END.subarray(-5);

/** The messages that run a prepared `copy` with its lines, without Sync. The server is not asked if it is ready for them. */
export function copyMessage(name: string, text: string): Buffer {
  return Buffer.concat([
    boundMessage(name, []).subarray(0, -SYNC.length),
    message('d', text),
    message('c', ''),
  ]);
}

/**
 * Parse and Describe of a statement. If `isDoubtful`, Close comes first, because the server may already know the name.
 */
export function preparingMessage(name: string, sql: string, isDoubtful: boolean): Buffer {
  const closed = isDoubtful ? [message('C', `S${name}\0`)] : [];
  return Buffer.concat([...closed, message('P', `${name}\0${sql}\0\0\0`), message('D', `S${name}\0`)]);
}

function message(code: string, content: string): Buffer {
  const body = Buffer.from(content);
  const head = Buffer.alloc(5);
  head.write(code);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
