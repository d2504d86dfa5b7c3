import type { GraphQLObjectType, ValidatedExecutionArgs } from 'graphql';
import {
  collectSubfields,
  type FieldDetailsList,
  type GroupedFieldSet,
} from 'graphql/execution/collectFields.js';
import { planSelection, type Selection } from './selection.ts';

/** How many more fields the plans of an operation may have together. */
export interface Room {
  fields: number;
}

/**
 * A cache of the collected fields of an operation. graphql's executor would collect them again for each object type and
 * request. A selection is added when a run first needs it, so planning never takes longer than running.
 */
export class Plan {
  readonly #room: Room;
  readonly #below = new Map<FieldDetailsList, Map<GraphQLObjectType, Selection>>();
  #root: Selection | null = null;
  #plannedQuery: Selection | null = null;

  constructor(room: Room) {
    this.#room = room;
  }

  /** The selection at the top of a query, once a run has made it. */
  get plannedQuery(): Selection | null {
    return this.#plannedQuery;
  }

  /** The selection at the top of the operation. `collected` comes from graphql's executor in this run. */
  root(
    { schema, operation }: ValidatedExecutionArgs,
    type: GraphQLObjectType,
    collected: GroupedFieldSet,
  ): Selection | null {
    this.#root ??= this.#keep(planSelection(schema, type, collected));
    if (operation.operation === 'query') this.#plannedQuery = this.#root;
    return this.#root;
  }

  /** The selection inside a field for one object type; null if graphql's executor must collect it. */
  below(
    { schema, fragments, variableValues, hideSuggestions }: ValidatedExecutionArgs,
    type: GraphQLObjectType,
    details: FieldDetailsList,
  ): Selection | null {
    const known = this.#below.get(details);
    const planned = known?.get(type);
    if (planned !== undefined) return planned;
    if (this.#room.fields <= 0) return null;
    const collected = collectSubfields(schema, fragments, variableValues, type, details, hideSuggestions);
    if (collected.newDeferUsages.length > 0) return null;
    const selection = this.#keep(planSelection(schema, type, collected.groupedFieldSet));
    if (selection === null) return null;
    if (known === undefined) this.#below.set(details, new Map([[type, selection]]));
    else known.set(type, selection);
    return selection;
  }

  #keep(selection: Selection | null): Selection | null {
    this.#room.fields -= selection?.fields.length ?? 0;
    return selection;
  }
}
