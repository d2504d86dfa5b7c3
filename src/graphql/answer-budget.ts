import {
  defaultFieldResolver,
  getNamedType,
  type GraphQLField,
  type GraphQLSchema,
  isLeafType,
  isObjectType,
} from 'graphql';
import { ANSWER_BYTES_MAX, ANSWER_OBJECTS_MAX } from './limits.ts';
import { type QueryRefusal, refuseQuery } from './refusals.ts';

/** What one answer may still grow by. Whoever builds it says what is added, before it is added. */
export interface AnswerBudget {
  /** Counts a value of a leaf field, or the items of a list of them, under its name in the answer. Throws QueryRefusal. */
  addLeaf(name: string | number, value: unknown): void;
  /** Counts objects. Throws QueryRefusal. */
  addObjects(name: string | number, count: number): void;
  /** Aborted, with the refusal as its reason, as soon as the answer is too large. */
  readonly signal: AbortSignal;
}

/** The quotes, the colon and the comma around a member. */
const MEMBER_BYTES = 4;
/** The braces around an object, and the comma after it. */
const OBJECT_BYTES = 3;
/** A number, a boolean or null, for short. */
const SCALAR_BYTES = 8;

export function createAnswerBudget(
  { bytesMax, objectsMax }: { readonly bytesMax: number; readonly objectsMax: number } = {
    bytesMax: ANSWER_BYTES_MAX,
    objectsMax: ANSWER_OBJECTS_MAX,
  },
): AnswerBudget {
  const controller = new AbortController();
  let bytes = 0;
  let objects = 0;

  function refuseOver(): void {
    if (bytes <= bytesMax && objects <= objectsMax) return;
    const refused = refuseAnswer();
    controller.abort(refused);
    throw refused;
  }
  return {
    addLeaf(name, value) {
      bytes += lengthOf(name) + MEMBER_BYTES + leafBytes(value);
      refuseOver();
    },
    addObjects(name, count) {
      objects += count;
      bytes += lengthOf(name) + MEMBER_BYTES + count * OBJECT_BYTES;
      refuseOver();
    },
    signal: controller.signal,
  };
}

/** The refusal of an answer that is too large. */
export const refuseAnswer = (): QueryRefusal =>
  refuseQuery(
    'query_too_complex',
    `The answer would have more than ${ANSWER_BYTES_MAX / 1024 / 1024} MiB or ${ANSWER_OBJECTS_MAX} objects; ask for fewer fields or smaller pages.`,
  );

const lengthOf = (name: string | number): number => (typeof name === 'string' ? name.length : 0);

function leafBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + MEMBER_BYTES + leafBytes(item), 0);
  if (typeof value !== 'object' || value === null) return SCALAR_BYTES;
  return Buffer.byteLength(JSON.stringify(value));
}

const budgets = new WeakMap<object, AnswerBudget>();

/** Holds the answer that resolvers build with this context to a budget. */
export function limitAnswer(context: object, budget: AnswerBudget): void {
  budgets.set(context, budget);
}

/** Lets every field of a schema count what it adds to the answer. Called once for a schema, before anything runs. */
export function countAnswers(schema: GraphQLSchema): void {
  if (counted.has(schema)) return;
  counted.add(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) countField(field);
  }
}

const counted = new WeakSet<GraphQLSchema>();

function countField(field: GraphQLField<unknown, object>): void {
  const read = field.resolve ?? defaultFieldResolver;
  const add = isLeafType(getNamedType(field.type)) ? addLeaf : addObjects;
  field.resolve = (parent, args, context, info) => {
    const budget = budgets.get(context);
    if (budget === undefined) return read(parent, args, context, info);
    // The executor asks for the neighbours of what ended the answer all the same.
    budget.signal.throwIfAborted();
    const value = read(parent, args, context, info);
    if (value instanceof Promise) {
      return value.then((found) => {
        add(budget, info.path.key, found);
        return found;
      });
    }
    add(budget, info.path.key, value);
    return value;
  };
}

type Add = (budget: AnswerBudget, name: string | number, value: unknown) => void;

const addLeaf: Add = (budget, name, value) => budget.addLeaf(name, value);

const addObjects: Add = (budget, name, value) => {
  const count = Array.isArray(value) ? value.length : Number(value !== null && value !== undefined);
  budget.addObjects(name, count);
};
