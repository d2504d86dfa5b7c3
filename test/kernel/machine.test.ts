import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineMachine } from '../../src/kernel/machine.ts';

const STATES = ['a', 'b', 'c', 'd'] as const;
const EVENTS = ['go', 'stop', 'turn'] as const;
const state = fc.constantFrom(...STATES);
const event = fc.constantFrom(...EVENTS);
/** The actor of each event. */
const BY = { go: 'walker', stop: 'guard', turn: 'walker' } as const;
const transition = fc.tuple(state, event, state).map(([from, on, to]) => [from, on, BY[on], to] as const);

/** At most one transition for each pair of state and event, and enough of them that every state is reached. */
const soundTable = fc
  .uniqueArray(transition, { selector: ([from, on]) => `${from} ${on}`, maxLength: 12 })
  .map((transitions) => {
    const reached = new Set<string>(['a']);
    for (const from of reached) for (const each of transitions) if (each[0] === from) reached.add(each[3]);
    const states = STATES.filter((each) => reached.has(each));
    return { states, transitions: transitions.filter(([from]) => reached.has(from)) };
  });

describe('a machine from a valid table', () => {
  test('moves as its table says and nowhere else', () => {
    fc.assert(
      fc.property(soundTable, state, event, ({ states, transitions }, from, on) => {
        const machine = defineMachine({ states, initial: 'a', transitions });
        const row = transitions.find((each) => each[0] === from && each[1] === on);
        expect(machine.advance(from, on)).toBe(row?.[3] ?? null);
      }),
    );
  });

  test('offers exactly the events that move it', () => {
    fc.assert(
      fc.property(soundTable, state, event, ({ states, transitions }, from, on) => {
        const machine = defineMachine({ states, initial: 'a', transitions });
        const moves = machine.advance(from, on) !== null;
        expect(machine.nextEvents(from).includes(on)).toBe(moves);
        expect(machine.statesBefore(on).includes(from)).toBe(moves);
      }),
    );
  });

  test('says who causes each event', () => {
    fc.assert(
      fc.property(soundTable, ({ states, transitions }) => {
        const machine = defineMachine({ states, initial: 'a', transitions });
        expect(machine.events.map((on) => machine.causeOf(on))).toEqual(machine.events.map((on) => BY[on]));
        expect(new Set(machine.actors)).toEqual(new Set(transitions.map(([, , by]) => by)));
      }),
    );
  });

  test('never leaves its states, after any events', () => {
    fc.assert(
      fc.property(soundTable, fc.array(event), ({ states, transitions }, happened) => {
        const machine = defineMachine({ states, initial: 'a', transitions });
        const end = happened.reduce<(typeof STATES)[number]>((at, on) => machine.advance(at, on) ?? at, 'a');
        expect(machine.states).toContain(end);
      }),
    );
  });
});

describe('a table with a mistake is refused', () => {
  test('two rows for one state and event', () => {
    fc.assert(
      fc.property(soundTable, fc.nat(), state, ({ states, transitions }, at, to) => {
        fc.pre(transitions.length > 0 && states.includes(to));
        const [from, on] = transitions[at % transitions.length] ?? (['a', 'go'] as const);
        const doubled = [...transitions, [from, on, BY[on], to] as const];
        expect(() => defineMachine({ states, initial: 'a', transitions: doubled })).toThrow('two rows');
      }),
    );
  });

  test('two actors of one event', () => {
    const rows = [
      ['a', 'go', 'me', 'b'],
      ['b', 'go', 'you', 'a'],
    ] as const;
    expect(() => defineMachine({ states: ['a', 'b'], initial: 'a', transitions: rows })).toThrow(
      'caused by me and by you',
    );
  });

  test('a transition from a state that is not there', () => {
    const table = { states: ['a'], initial: 'a', transitions: [['x', 'go', 'me', 'a']] } as const;
    expect(() => defineMachine<string, string, string>(table)).toThrow('no state');
  });

  test('a transition to a state that is not there', () => {
    const table = { states: ['a'], initial: 'a', transitions: [['a', 'go', 'me', 'x']] } as const;
    expect(() => defineMachine<string, string, string>(table)).toThrow('no state');
  });

  test('a state that nothing leads to', () => {
    const table = { states: ['a', 'b'], initial: 'a', transitions: [['b', 'go', 'me', 'a']] } as const;
    expect(() => defineMachine(table)).toThrow('No event leads to the state b');
  });

  test('an initial state that is not there', () => {
    const table = { states: ['a'], initial: 'x', transitions: [] } as const;
    expect(() => defineMachine<string, string, string>(table)).toThrow('a');
  });
});
