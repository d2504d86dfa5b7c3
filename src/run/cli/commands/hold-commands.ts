import { z } from 'zod';
import { listHolds } from '../../../nouns/hold/hold-list.operations.ts';
import { liftHold, placeHold } from '../../../nouns/hold/hold.operations.ts';
import { listCommand, operationCommand } from './command.ts';

export default {
  says: 'holds, which stop approvals, payouts and refunds',
  commands: [
    operationCommand({
      name: 'place',
      says: 'stop approvals, payouts and refunds of a settlement, a customer, a partner, or of all',
      operation: placeHold,
      ids: z.object({
        object_id: z
          .string()
          .nullable()
          .default(null)
          .describe('The id of the settlement, customer or partner; none for all.'),
      }),
      places: ['kind', 'object_id'],
    }),
    operationCommand({
      name: 'lift',
      says: 'lift a hold; what it stopped can go on, unless another hold stands',
      operation: liftHold,
      ids: z.object({ hold_id: z.string() }),
    }),
    listCommand({
      name: 'list',
      says: 'list the holds, also lifted ones, the newest first',
      operation: listHolds,
      ids: z.object({}),
      member: 'holds',
      id: 'hold_id',
      columns: ['hold_id', 'kind', 'object_id', 'reason', 'placed_by', 'placed_at', 'lifted_at'],
      onTerminal: ['hold_id', 'kind', 'object_id', 'placed_at', 'lifted_at'],
    }),
  ],
};
