import { z } from 'zod';
import {
  closeBooks,
  getProviderSettings,
  updateProviderSettings,
} from '../../../nouns/provider/provider.operations.ts';
import { operationCommand } from './command.ts';

const ids = z.object({});

export default {
  says: 'settings of the provider, and its books',
  commands: [
    operationCommand({ name: 'show', says: 'show every setting', operation: getProviderSettings, ids }),
    operationCommand({
      name: 'set',
      says: 'change the given settings, and keep the others',
      operation: updateProviderSettings,
      ids,
    }),
    operationCommand({
      name: 'close-books',
      says: 'close the books until a day, for good',
      operation: closeBooks,
      ids,
      places: ['until'],
    }),
  ],
};
