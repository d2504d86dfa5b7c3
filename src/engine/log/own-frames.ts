import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** The most frames of a stack in the log: enough to find the cause. */
const FRAMES_MAX = 8;
/** The most places of failures in the cache; a gateway has some dozen. */
const KNOWN_MAX = 500;

/** Frames of the bundle, each with its place in the source; null if the place is in a package. */
const known = new Map<string, string | null>();

/** The frames of a stack in our own sources. The first line of a stack is left out, because it is the message. */
export function ownFrames(stack: string): readonly string[] {
  const frames: string[] = [];
  for (const line of stack.split('\n')) {
    if (frames.length === FRAMES_MAX) break;
    if (!/^ {4}at /.test(line) || /\(node:|\(index \d/.test(line)) continue;
    const frame = /\/node_modules\/\.cache\//.test(line) ? inSource(line.trim()) : line.trim();
    if (frame !== null && !frame.includes('/node_modules/')) frames.push(frame);
  }
  return frames;
}

/** Reading a source map takes milliseconds and much memory, so only its result is kept. */
function inSource(frame: string): string | null {
  const found = known.get(frame);
  if (found !== undefined) return found;
  const place = mapped(frame);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(frame, place);
  return place;
}

function mapped(frame: string): string | null {
  const whole = frame.slice(frame.indexOf('file:')).replace(')', '');
  const [column = '', line = ''] = whole.split(':').toReversed();
  const file = whole.slice(0, -`:${line}:${column}`.length);
  try {
    const map = new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
    const origin = map.findOrigin(Number(line), Number(column));
    if (!('fileName' in origin)) return null;
    const { fileName, lineNumber, columnNumber } = origin;
    return frame.replace(whole, `${new URL(fileName, file).href}:${lineNumber}:${columnNumber}`);
  } catch {
    // Without the map, the frame still has the name of its function.
    return frame.replace(whole, 'bundle');
  }
}
