import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ValidatedExecutionArgs,
  visit,
} from 'graphql';
import { Plan, type Room } from './plan.ts';

/**
 * The most planned fields in the cache of an operation, about 300 bytes each: as much memory as the parsed document.
 * Further fields are collected in each run.
 */
const PLANNED_FIELDS_MAX = 1_000;

/** The most plans of an operation, one for each combination of its conditions. A screen has a handful. */
const PLANS_MAX = 16;

interface PlannedOperation {
  readonly schema: GraphQLSchema;
  /** The variables of `@skip` and `@include`; null if the selection depends on more than variables. */
  readonly deciders: readonly string[] | null;
  /** Whether `@defer` or `@stream` is in the schema. */
  readonly inParts: boolean;
  readonly room: Room;
  readonly plans: Map<string, Plan>;
}

/** A plan lives as long as its document in the cache. */
const operations = new WeakMap<OperationDefinitionNode, PlannedOperation>();

/** The plan of an operation for these variables; null if the schema allows results in parts. */
export function planFor({
  schema,
  document,
  operation,
  variableValues,
}: ValidatedExecutionArgs): Plan | null {
  const { deciders, room, plans, inParts } = plannedOperation(schema, document, operation);
  if (inParts) return null;
  const outcome = deciders === null ? null : outcomeOf(deciders, variableValues.coerced);
  // If a condition is not a boolean, graphql's executor reports the error, and this plan is not kept.
  if (outcome === null) return new Plan({ fields: PLANNED_FIELDS_MAX });
  const known = plans.get(outcome);
  if (known !== undefined) return known;
  const plan = new Plan(room);
  if (plans.size < PLANS_MAX) plans.set(outcome, plan);
  return plan;
}

function plannedOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): PlannedOperation {
  const known = operations.get(operation);
  if (known?.schema === schema) return known;
  const planned = {
    schema,
    deciders: decidersIn(document),
    inParts: ['defer', 'stream'].some((name) => Boolean(schema.getDirective(name))),
    room: { fields: PLANNED_FIELDS_MAX },
    plans: new Map<string, Plan>(),
  };
  operations.set(operation, planned);
  return planned;
}

/** The variables in the conditions of a document; null if its fragments have variables of their own. */
function decidersIn(document: DocumentNode): readonly string[] | null {
  const names = new Set<string>();
  let hasFragmentVariables = false;
  visit(document, {
    FragmentDefinition({ variableDefinitions }) {
      hasFragmentVariables ||= (variableDefinitions?.length ?? 0) > 0;
    },
    Directive({ arguments: given }) {
      for (const { value } of given ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return hasFragmentVariables ? null : [...names];
}

/** The values of the conditions as a text of `true` and `false`; null if one is not a boolean. */
function outcomeOf(deciders: readonly string[], values: Readonly<Record<string, unknown>>): string | null {
  let outcome = '';
  for (const name of deciders) {
    const value = values[name];
    if (typeof value !== 'boolean') return null;
    outcome += `${value} `;
  }
  return outcome;
}
