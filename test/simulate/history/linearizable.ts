/** What an object does, one call after another. */
export interface Model<State, Input, Output> {
  readonly initial: State;
  /**
   * The state after a call, or null if a call in this state cannot have this response. The output is null if no response
   * came; then the call has done its work, as far as the state allows it, or nothing.
   */
  step(state: State, input: Input, output: Output | null): State | null;
  /** Equal for equal states. */
  keyOf(state: State): string;
}

export interface Call<Input, Output> {
  readonly input: Input;
  /** Null if no response came, or one that does not say whether the work is done. */
  readonly output: Output | null;
  readonly began: number;
  /** Infinity if no response came: the work may be done at any later time. */
  readonly ended: number;
}

/** The begin or the end of a call, in a list of both in the order of their times. */
interface Mark {
  readonly call: number;
  readonly kind: 'begin' | 'end';
  /** Null of the head of the list alone. */
  before: Mark | null;
  after: Mark | null;
}

/**
 * Whether calls that overlapped can be put in an order in which the object could have given these responses, and in
 * which each call stands between its begin and its end. It is the search of Wing and Gong, with Lowe's memory of the
 * places it has seen, as in Porcupine: take a call that nothing else has to precede; if its response is possible, lift
 * it out of the list and go on; at an end that is still there, put the last call back and try another.
 */
export function isLinearizable<State, Input, Output>(
  model: Model<State, Input, Output>,
  calls: readonly Call<Input, Output>[],
): boolean {
  const head = listOf(calls);
  const ends = endsIn(head);
  const seen = new Set<string>();
  const lifted: { readonly mark: Mark; readonly state: State }[] = [];
  let state = model.initial;
  let done = 0n;
  let mark = head.after;
  while (mark !== null) {
    const bit = 1n << BigInt(mark.call);
    if (mark.kind === 'begin') {
      const next = stepOf(model, state, calls[mark.call]);
      const place = next === null ? null : `${done | bit} ${model.keyOf(next)}`;
      if (next === null || place === null || seen.has(place)) {
        mark = mark.after;
        continue;
      }
      seen.add(place);
      lifted.push({ mark, state });
      state = next;
      done |= bit;
      lift(mark, ends[mark.call]);
      mark = head.after;
      continue;
    }
    const last = lifted.pop();
    if (last === undefined) return false;
    state = last.state;
    done &= ~(1n << BigInt(last.mark.call));
    putBack(last.mark, ends[last.mark.call]);
    mark = last.mark.after;
  }
  return true;
}

const stepOf = <State, Input, Output>(
  model: Model<State, Input, Output>,
  state: State,
  call: Call<Input, Output> | undefined,
): State | null => (call === undefined ? null : model.step(state, call.input, call.output));

function listOf(calls: readonly Call<unknown, unknown>[]): Mark {
  const times = calls.flatMap(({ began, ended }, call) => [
    { call, kind: 'begin' as const, at: began },
    { call, kind: 'end' as const, at: ended },
  ]);
  // Calls that touch overlap, so a begin goes before an end of the same time.
  times.sort((a, b) => compared(a.at, b.at) || Number(a.kind === 'end') - Number(b.kind === 'end'));
  const head: Mark = { call: -1, kind: 'begin', before: null, after: null };
  let last = head;
  for (const { call, kind } of times) {
    const mark: Mark = { call, kind, before: last, after: null };
    last.after = mark;
    last = mark;
  }
  return head;
}

/** Two infinite times are equal; their difference is not a number. */
const compared = (a: number, b: number): number => (a === b ? 0 : a - b);

function endsIn(head: Mark): readonly Mark[] {
  const ends: Mark[] = [];
  for (let mark = head.after; mark !== null; mark = mark.after)
    if (mark.kind === 'end') ends[mark.call] = mark;
  return ends;
}

function lift(begin: Mark, end: Mark | undefined): void {
  for (const mark of [begin, end]) {
    if (mark === undefined) continue;
    if (mark.before !== null) mark.before.after = mark.after;
    if (mark.after !== null) mark.after.before = mark.before;
  }
}

/** In the opposite order of `lift`, so each finds its neighbours. */
function putBack(begin: Mark, end: Mark | undefined): void {
  for (const mark of [end, begin]) {
    if (mark === undefined) continue;
    if (mark.after !== null) mark.after.before = mark;
    if (mark.before !== null) mark.before.after = mark;
  }
}
