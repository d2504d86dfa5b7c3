import { expect, test } from 'vitest';
import { deliveryMachine } from '../../../../src/nouns/webhook/delivery/delivery.machine.ts';

test('a delivery ends by these events, and is started again from each end', () => {
  const moves = deliveryMachine.states.flatMap((from) =>
    deliveryMachine.events.flatMap((event) => {
      const to = deliveryMachine.advance(from, event);
      return to === null ? [] : [`${from} ${event} ${deliveryMachine.causeOf(event)} ${to}`];
    }),
  );
  expect(moves.toSorted()).toEqual([
    'canceled retry person pending',
    'failed retry person pending',
    'pending cancel endpoint canceled',
    'pending exhaust clock failed',
    'pending succeed receiver succeeded',
    'succeeded retry person pending',
  ]);
});
