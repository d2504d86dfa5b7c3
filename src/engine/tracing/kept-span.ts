import type { TraceParent } from '../../kernel/trace-context.ts';
import { world } from '../../kernel/world.ts';

/** The kinds of OpenTelemetry spans that a gateway has. */
export type KindOfSpan = 'SERVER' | 'CLIENT' | 'INTERNAL';

type Attributes = Record<string, string | number>;

interface Beginning {
  readonly name: string;
  readonly kind: KindOfSpan;
  readonly parent: TraceParent | null;
  readonly attributes: Attributes;
}

const NUMBER_MAX = 2 ** 32 - 1;

/** Numbers of four bytes: the id of a trace has four of them, the id of a span two. */
const numbers = new Uint32Array(4);
const bytes = Buffer.from(numbers.buffer);

/** A random id. No number in it is 0, because an id must not be 0. */
function newId(count: 2 | 4): string {
  for (let at = 0; at < count; at += 1) numbers[at] = 1 + Math.floor(world.chance() * NUMBER_MAX);
  return bytes.toString('hex', 0, count * numbers.BYTES_PER_ELEMENT);
}

/** A new place in the trace of the parent, or in a new trace. */
export const placeBelow = (parent: TraceParent | null, isSampled: boolean): TraceParent => ({
  traceId: parent?.traceId ?? newId(4),
  spanId: newId(2),
  isSampled,
});

/** A span of a trace that is kept. */
export class KeptSpan {
  name: string;
  readonly kind: KindOfSpan;
  readonly attributes: Attributes;
  readonly parent: TraceParent | null;
  /** The parent of the spans below it. */
  readonly place: TraceParent;
  readonly startedAtMs = world.time();
  tookMs = 0;
  hasFailed = false;
  readonly #began = world.elapsedMs();

  constructor({ name, kind, parent, attributes }: Beginning) {
    this.name = name;
    this.kind = kind;
    this.attributes = attributes;
    this.parent = parent;
    this.place = placeBelow(parent, true);
  }

  end(): void {
    this.tookMs = world.elapsedMs() - this.#began;
  }
}
