/** One row of the table: the state before, the event, the actor who may cause it, the state after. */
type Transition<State extends string, Event extends string, Actor extends string> = readonly [
  from: State,
  event: Event,
  by: Actor,
  to: State,
];

interface Machine<State extends string, Event extends string, Actor extends string> {
  readonly states: readonly State[];
  readonly initial: State;
  readonly events: readonly Event[];
  readonly actors: readonly Actor[];
  /** The actor who may cause the event, the same in every state. */
  causeOf(event: Event): Actor;
  /** The state after the event, or null if the table does not allow the event in that state. */
  advance(from: State, event: Event): State | null;
  /** The events that the table allows in a state, in the order of the table. */
  nextEvents(from: State): readonly Event[];
  /** The states in which the table allows the event. */
  statesBefore(event: Event): readonly State[];
}

interface MachineTable<State extends string, Event extends string, Actor extends string> {
  readonly states: readonly State[];
  readonly initial: State;
  readonly transitions: readonly Transition<State, Event, Actor>[];
}

/**
 * A state machine from its table. Throws at start if the table has a state that cannot be reached, a transition from an
 * unknown state, two rows for one state and event, or an event with two actors.
 */
export function defineMachine<
  const State extends string,
  const Event extends string,
  const Actor extends string,
>(table: MachineTable<State, Event, Actor>): Machine<State, Event, Actor> {
  const moves = new Map<State, Map<Event, State>>(table.states.map((state) => [state, new Map()]));
  const causes = new Map<Event, Actor>();
  for (const [from, event, by, to] of table.transitions) {
    const row = moves.get(from);
    if (row === undefined || !moves.has(to))
      throw new Error(`The machine has no state for ${from} --${event}--> ${to}.`);
    if (row.has(event)) throw new Error(`The machine has two rows for ${event} from ${from}.`);
    row.set(event, to);
    const other = causes.get(event);
    if (other !== undefined && other !== by)
      throw new Error(`The machine has ${event} caused by ${other} and by ${by}.`);
    causes.set(event, by);
  }
  const reached = reachable(table.initial, moves);
  const lost = table.states.find((state) => !reached.has(state));
  if (lost !== undefined) throw new Error(`No event leads to the state ${lost}.`);

  return {
    states: table.states,
    initial: table.initial,
    events: [...causes.keys()],
    actors: [...new Set(causes.values())],
    causeOf(event) {
      const by = causes.get(event);
      if (by === undefined) throw new Error(`The machine has no event ${event}.`);
      return by;
    },
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
  // A Set also iterates over items that are added during the loop, so this loop is a breadth-first search.
  for (const state of reached) for (const to of moves.get(state)?.values() ?? []) reached.add(to);
  return reached;
}
