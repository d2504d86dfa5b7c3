/** Where an event leads from a state: `[from, event, to]`. */
export type Transition<State extends string, Event extends string> = readonly [
  from: State,
  event: Event,
  to: State,
];

export interface Machine<State extends string, Event extends string> {
  readonly states: readonly State[];
  readonly events: readonly Event[];
  /** The state after the event, or null where the table has no such move. */
  advance(from: State, event: Event): State | null;
  /** The events that the state permits, in the order of the table. */
  nextEvents(from: State): readonly Event[];
  /** The states that permit the event. */
  statesBefore(event: Event): readonly State[];
}

interface MachineTable<State extends string, Event extends string> {
  readonly states: readonly State[];
  readonly initial: State;
  readonly transitions: readonly Transition<State, Event>[];
}

/**
 * A state machine from its table. A state that the table cannot reach, a transition of an unknown state and two
 * answers to one question are mistakes in the table, found when the process starts.
 */
export function defineMachine<const State extends string, const Event extends string>(
  table: MachineTable<State, Event>,
): Machine<State, Event> {
  const moves = new Map<State, Map<Event, State>>(table.states.map((state) => [state, new Map()]));
  for (const [from, event, to] of table.transitions) {
    const row = moves.get(from);
    if (row === undefined || !moves.has(to))
      throw new Error(`The machine has no state for ${from} --${event}--> ${to}.`);
    if (row.has(event)) throw new Error(`The machine answers ${event} from ${from} twice.`);
    row.set(event, to);
  }
  const reached = reachable(table.initial, moves);
  const lost = table.states.find((state) => !reached.has(state));
  if (lost !== undefined) throw new Error(`No event leads to the state ${lost}.`);

  return {
    states: table.states,
    events: [...new Set(table.transitions.map(([, event]) => event))],
    advance: (from, event) => moves.get(from)?.get(event) ?? null,
    nextEvents: (from) => [...(moves.get(from)?.keys() ?? [])],
    statesBefore: (event) => table.states.filter((state) => moves.get(state)?.has(event)),
  };
}

function reachable<State extends string, Event extends string>(
  initial: State,
  moves: ReadonlyMap<State, ReadonlyMap<Event, State>>,
): ReadonlySet<State> {
  const reached = new Set<State>([initial]);
  // A Set iterates over what is added to it meanwhile, which is the whole breadth-first search.
  for (const state of reached) for (const to of moves.get(state)?.values() ?? []) reached.add(to);
  return reached;
}
