import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ValidatedExecutionArgs,
  visit,
} from 'graphql';
import { Plan, type Room } from './plan.ts';

/** Planned fields kept for an operation, about 300 bytes each: as much as the parsed document. More are found anew each time. */
const PLANNED_FIELDS_MAX = 1_000;

/** Plans kept for an operation, one for each way in which its conditions come out. A screen has a handful. */
const PLANS_MAX = 16;

interface PlannedOperation {
  readonly schema: GraphQLSchema;
  /** The variables that decide what is selected; null where more than that has a part in it. */
  readonly deciders: readonly string[] | null;
  readonly room: Room;
  readonly plans: Map<string, Plan>;
}

/** Plans live as long as the document, which the cache of documents holds. */
const operations = new WeakMap<OperationDefinitionNode, PlannedOperation>();

/** The plan for an operation with these variables. */
export function planFor({ schema, document, operation, variableValues }: ValidatedExecutionArgs): Plan {
  const { deciders, room, plans } = plannedOperation(schema, document, operation);
  const outcome = deciders === null ? null : outcomeOf(deciders, variableValues.coerced);
  // A condition that is no boolean is an error, which graphql's executor words; nothing of it is kept.
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
    room: { fields: PLANNED_FIELDS_MAX },
    plans: new Map<string, Plan>(),
  };
  operations.set(operation, planned);
  return planned;
}

/** The variables in the conditions of a document; null for one whose fragments have variables of their own. */
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

/** How the conditions come out, as a text of `true` and `false`; null where one is neither. */
function outcomeOf(deciders: readonly string[], values: Readonly<Record<string, unknown>>): string | null {
  let outcome = '';
  for (const name of deciders) {
    const value = values[name];
    if (typeof value !== 'boolean') return null;
    outcome += `${value} `;
  }
  return outcome;
}
