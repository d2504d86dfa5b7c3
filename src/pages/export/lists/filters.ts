import { z } from 'zod';

/** A text to search by. The operation validates it; here only its length is limited. */
export const searched = z.string().max(300);

export const ofPartner = { partnerId: searched.optional() } as const;

/** The given members of a filter: GraphQL does not take undefined members. */
export const given = <Filter extends Readonly<Record<string, string | number | undefined>>>(
  filter: Filter,
) => {
  const present: { [Name in keyof Filter]?: NonNullable<Filter[Name]> } = {};
  for (const name in filter)
    if (filter[name] !== undefined && filter[name] !== '') present[name] = filter[name];
  return present;
};
