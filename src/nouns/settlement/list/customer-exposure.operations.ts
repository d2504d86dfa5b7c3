import { z } from 'zod';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { defineQuery } from '../../../pipeline/operation.ts';
import { type CustomerExposure, exposureOfCustomers } from '../exposure.ts';

/** The exposure of each of several customers by currency. Currencies without exposure are left out. */
export const listExposureOfCustomers = defineQuery({
  name: 'listExposureOfCustomers',
  roles: ['operator'],
  input: z.strictObject({ customer_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  run: ({ db, now }, { input }): Promise<ReadonlyMap<string, readonly CustomerExposure[]>> =>
    exposureOfCustomers(db, input.customer_ids, now),
});
