import type { InputRef } from '@pothos/core';
import { z } from 'zod';
import { typeNamed } from '../../kernel/input/type-name.ts';
import type { Builder } from './builder.ts';
import { inputFromZod } from './input-from-zod.ts';
import { toOperationNames, withoutNulls } from './naming.ts';

interface ListFilter {
  /** The name of the input type. */
  readonly name: string;
  /** What the list has, such as `customers`. The description of the type says it, unless it is given. */
  readonly of?: string;
  readonly description?: string;
  /** The filters, in the form of the list operation. */
  readonly rows: z.ZodRawShape;
  /** Whether it can select the records of one partner. */
  readonly isByPartner?: boolean;
}

/** The selection of a filter. */
interface Selected {
  /** The partner; null for all that the caller sees. */
  readonly owner_id: string | null;
  /** The other filters, as input of the operation. */
  readonly filters: Readonly<Record<string, unknown>>;
}

const OF_PARTNER = {
  partner_id: typeNamed('ID', z.string()).describe('Only items of this partner. For operators only.'),
};

/** The argument that filters a list, and a function that reads it. Each field of its type is a row of the filters. */
export function listFilter(
  builder: Builder,
  { name, of = 'items', description = `Selects the ${of} of a list.`, rows, isByPartner = true }: ListFilter,
) {
  const members = Object.entries({ ...rows, ...(isByPartner && OF_PARTNER) });
  const schema = z.object(Object.fromEntries(members.map(([member, row]) => [member, z.nullish(row)])));
  const type: InputRef = inputFromZod(builder, name, schema.describe(description));
  return {
    isByPartner,
    argument: { type, description: 'Only items that match each of its fields.' },
    read(filter: unknown): Selected {
      const { partner_id, ...filters } = withoutNulls(Object(toOperationNames(schema, filter)));
      return { owner_id: typeof partner_id === 'string' ? partner_id : null, filters };
    },
  };
}
