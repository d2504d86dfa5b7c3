import type { GraphQLObjectType, ValidatedExecutionArgs } from 'graphql';
import {
  collectSubfields,
  type FieldDetailsList,
  type GroupedFieldSet,
} from 'graphql/execution/collectFields.js';
import { planSelection, type Selection } from './selection.ts';

/** How many more fields may be planned for an operation, whichever of its plans they are in. */
export interface Room {
  fields: number;
}

/**
 * What an operation selects, kept from one run to the next: graphql's executor collects the fields of every object type
 * anew for each request. Selections are added when a run first comes to them, so planning never takes longer than running.
 */
export class Plan {
  readonly #room: Room;
  readonly #below = new Map<FieldDetailsList, Map<GraphQLObjectType, Selection>>();
  #root: Selection | null = null;

  constructor(room: Room) {
    this.#room = room;
  }

  /** The selection at the top of the operation; `collected` is what graphql's executor found for this run. */
  root(
    { schema }: ValidatedExecutionArgs,
    type: GraphQLObjectType,
    collected: GroupedFieldSet,
  ): Selection | null {
    this.#root ??= this.#keep(planSelection(schema, type, collected));
    return this.#root;
  }

  /** The selection inside a field, on an object of a type; null where graphql's executor is to find it by itself. */
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
