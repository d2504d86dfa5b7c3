import { z } from 'zod';
import { type IdPrefix, isId } from '../../kernel/id.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { pageInput } from '../rows/find-page.ts';
import { isCursorOf, type QueueKind } from '../rows/find-queue.ts';
import { refusalOf } from '../input/read-input.ts';
import { refusalOfArguments } from './argument-refusal.ts';
import type { Builder } from './builder.ts';
import type { UnfitCall } from './field-facts.ts';
import { graphqlName } from './naming.ts';

export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** Connection arguments as the input of a list operation. */
export function pageArguments({ first, after, last, before }: PageArguments) {
  return {
    limit: first ?? last ?? PAGE_LIMIT_DEFAULT,
    starting_after: after ?? null,
    ending_before: before ?? null,
    from: typeof last === 'number' ? 'oldest' : 'newest',
  } as const;
}

/** Connection arguments as the input of a queue operation. */
export function queueArguments({ first, after, last, before }: PageArguments) {
  return {
    limit: first ?? last ?? PAGE_LIMIT_DEFAULT,
    after: after ?? null,
    before: before ?? null,
    from: typeof last === 'number' ? 'end' : 'start',
  } as const;
}

/** The schema of the page arguments of a list and the arguments in `others`. A cursor is the id of an item. */
export const pageArgumentsSchema = (prefix: IdPrefix, others: z.ZodRawShape = {}) =>
  argumentsSchema((text) => isId(prefix, text), others);

/** The schema of the page arguments of a queue. Its cursors have their own form. */
export const queueArgumentsSchema = (...queues: readonly QueueKind[]) =>
  argumentsSchema((text) => queues.some((queue) => isCursorOf(queue, text)), {});

function argumentsSchema(isPosition: (text: string) => boolean, others: z.ZodRawShape) {
  const cursor = z
    .string()
    .refine((text) => isPosition(text), 'must be a cursor of this list')
    .nullish();
  const size = z.int().min(1).max(PAGE_LIMIT_MAX).nullish();
  const page = z
    .looseObject({ first: size, after: cursor, last: size, before: cursor })
    .refine(({ first, last }) => typeof first !== 'number' || typeof last !== 'number', {
      error: 'cannot be used with first',
      path: ['last'],
    });
  return checkedBy(page, z.looseObject(others));
}

/**
 * A schema that checks arguments by several schemas, each of them even if an earlier one found a fault. It returns the
 * arguments unchanged, because the operation reads them itself. Pothos parses asynchronously; then zod runs no compiled
 * code and copies every object.
 */
function checkedBy(...schemas: readonly z.ZodObject[]) {
  return z.any().check((given) => {
    for (const schema of schemas) {
      const { error } = schema.safeParse(given.value);
      if (error === undefined) continue;
      for (const { code, path, says } of refusalOf(error, given.value).problems)
        given.issues.push({
          code: 'custom',
          path: [...path],
          message: says,
          params: { code },
          input: given.value,
        });
    }
  });
}

/** The part of a list operation that defines its filters. */
interface FilteredList {
  readonly input: z.ZodObject | ((subject: never) => z.ZodObject);
}

/** Input members that select the page or the owner. All other members of a list are filters. */
const NO_FILTERS: readonly string[] = Object.keys(pageInput('cus', {}).shape).concat('customer_ids');

/**
 * The options of a field that is a list with filters. One schema validates page arguments and filters, so that one
 * error lists all problems, as on REST. The schema of the operation has the rules of the filters.
 */
export function listArguments(prefix: IdPrefix, { input }: FilteredList) {
  if (typeof input === 'function') throw new Error('A list has one form of input.');
  const filters = Object.entries(input.shape).filter(([name]) => !NO_FILTERS.includes(name));
  const shape = Object.fromEntries(filters.map(([name, member]) => [graphqlName(name), z.nullish(member)]));
  const schema = pageArgumentsSchema(prefix, { filter: z.looseObject(shape).nullish() });
  return {
    validate: { schema },
    refusalOf: async ({ args }: UnfitCall) => {
      const { error } = schema.safeParse(args);
      return error === undefined ? null : refusalOfArguments(error, args);
    },
  };
}

/** The arguments `first`, `after`, `last` and `before` of every connection. */
export function pageArgs(t: ArgBuilder) {
  return {
    first: t.int({
      description: `Items from the start of the list, 1 to ${PAGE_LIMIT_MAX}; ${PAGE_LIMIT_DEFAULT} when neither first nor last is given.`,
    }),
    after: t.string({ description: 'Only items after this cursor.' }),
    last: t.int({
      description: `Items from the end of the list, 1 to ${PAGE_LIMIT_MAX}, in the order of the list.`,
    }),
    before: t.string({ description: 'Only items before this cursor.' }),
  };
}

type ArgBuilder = Parameters<Parameters<Builder['args']>[0]>[0];
