import { z } from 'zod';
import { createPartner } from '../../../nouns/api-key/create-partner.operations.ts';
import { listPartners } from '../../../nouns/partner/partner-list.operations.ts';
import { getPartner, updatePartner } from '../../../nouns/partner/partner.operations.ts';
import { MAY_CREATE } from '../../open/open-rights.ts';
import { listCommand, operationCommand } from './command.ts';

const ids = z.object({ partner_id: z.string() });

export default {
  says: 'partners',
  commands: [
    operationCommand({
      name: 'create',
      says: 'create a partner and its first API key, which is shown only once',
      operation: createPartner,
      ids: z.object({}),
      places: ['name'],
      rights: MAY_CREATE,
      shows: ({ partner: { partner_id }, key: { api_key } }) => ({ partner_id, api_key }),
    }),
    operationCommand({
      name: 'update',
      says: 'change the given settings of a partner, and keep the others',
      operation: updatePartner,
      ids,
    }),
    listCommand({
      name: 'list',
      says: 'list the partners, the newest first',
      operation: listPartners,
      ids: z.object({}),
      member: 'partners',
      id: 'partner_id',
      columns: [
        'partner_id',
        'name',
        'review',
        ['accept', ({ auto_accept }) => (auto_accept ? 'auto' : 'partner')],
        ['offer', ({ offer_valid_days }) => `${offer_valid_days}d`],
        'currencies',
      ],
    }),
    operationCommand({ name: 'show', says: 'show a partner with every setting', operation: getPartner, ids }),
  ],
};
