import { z } from 'zod';
import { createApiKey } from '../../../nouns/api-key/api-key.operations.ts';
import {
  createOperator,
  disableOperator,
  listOperators,
} from '../../../nouns/operator/operator.operations.ts';
import { CreateOperatorInput } from '../../../nouns/operator/operator.input.ts';
import { mendOperator } from '../../../nouns/operator/mend-operator.operations.ts';
import { updateOperator } from '../../../nouns/operator/update-operator.operations.ts';
import { recordTable } from '../output/tables.ts';
import { command, listCommand, operationCommand } from './command.ts';

const ids = z.object({ operator_id: z.string() });

export default {
  says: 'operators, who are people',
  commands: [
    command({
      name: 'create',
      says: 'create an operator; "key create --operator" then makes a key of the person',
      takes: CreateOperatorInput.extend({
        key: z
          .boolean()
          .default(false)
          .describe('Also make a first key for the person, which is shown only once.'),
      }),
      places: ['name'],
      async run(session, { key: isWithKey, ...input }) {
        const created = await session.perform(createOperator, {}, input);
        const { operator_id, name, scopes } = created;
        if (!isWithKey) return session.print(created, recordTable({ operator_id, name, scopes }));
        const own = { operator_id, role: 'operator', name: 'First key' };
        const { key_id, api_key } = await session.perform(createApiKey, { partner_id: null }, own);
        const table = recordTable({ operator_id, name, scopes, key_id, api_key });
        session.print({ ...created, key_id, api_key }, table);
      },
    }),
    listCommand({
      name: 'list',
      says: 'list the operators, the newest first',
      operation: listOperators,
      ids: z.object({}),
      member: 'operators',
      id: 'operator_id',
      columns: [
        ...(['operator_id', 'name', 'email', 'scopes'] as const),
        ['disabled', ({ is_damaged, disabled_at }) => (is_damaged ? 'damaged' : (disabled_at ?? 'no'))],
      ],
    }),
    operationCommand({
      name: 'update',
      says: 'change what an operator may do; keys and sessions lose a right within a second',
      operation: updateOperator,
      ids,
    }),
    operationCommand({
      name: 'disable',
      says: 'end an operator for good; each key and session of the person stops within a second',
      operation: disableOperator,
      ids,
      shows: ({ operator_id, disabled_at }) => ({ operator_id, disabled_at }),
    }),
    operationCommand({
      name: 'mend',
      says: 'repair the damaged record of an operator; look at the record first',
      operation: mendOperator,
      ids,
    }),
  ],
};
