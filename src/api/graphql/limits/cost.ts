import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import {
  COST_MAX,
  INTROSPECTION_COST,
  LIST_ITEMS_ASSUMED,
  MUTATION_COST,
  TYPE_INTROSPECTION_COST,
} from './limits.ts';
import { fragmentsOf, type WatchedVariables, type SelectedOperation } from '../document/operation-fields.ts';
import { refuseQuery } from '../document/refusals.ts';

/** The cost of an operation, and the page size that would fit the limit. */
export interface Cost {
  readonly cost: number;
  /** The largest page size that fits the limit; null if the operation fits, or if no size fits. */
  readonly fittingPage: number | null;
}

/** Throws QueryRefusal for an operation above the cost limit. */
export function refuseCostly({ cost, fittingPage }: Cost): void {
  if (cost <= COST_MAX) return;
  const shown = cost > COST_SHOWN_MAX ? `more than ${COST_SHOWN_MAX}` : cost;
  const advice =
    fittingPage === null
      ? 'ask for fewer fields'
      : `it fits with first or last at most ${fittingPage} in each list, or ask for fewer fields`;
  throw refuseQuery('query_too_complex', `The query costs ${shown}, and ${COST_MAX} is the most; ${advice}.`);
}

/** The highest cost that a message shows. */
const COST_SHOWN_MAX = 1_000_000;

/**
 * The highest cost that an operation can have with any data. A field costs 1, and its selection once for each of its
 * items. A field whose value may exceed a kibibyte costs its kibibytes instead of 1. A page costs 1 more for each of
 * its items. So a response never has more objects, or more kibibytes, than the cost.
 */
export function costOf(selected: SelectedOperation, variables: WatchedVariables): Cost {
  const cost = costWithPages(selected, variables, PAGE_LIMIT_MAX);
  return { cost, fittingPage: cost <= COST_MAX ? null : fittingPageOf(selected, variables) };
}

/** The largest page size with which an operation fits the limit; null if no size fits. */
function fittingPageOf(selected: SelectedOperation, variables: WatchedVariables): number | null {
  let [fits, tooLarge] = [0, PAGE_LIMIT_MAX];
  while (tooLarge - fits > 1) {
    const size = Math.floor((fits + tooLarge) / 2);
    if (costWithPages(selected, variables, size) <= COST_MAX) fits = size;
    else tooLarge = size;
  }
  return fits === 0 ? null : fits;
}

function costWithPages(
  { schema, document, operation }: SelectedOperation,
  variables: WatchedVariables,
  pageMax: number,
): number {
  const root = schema.getRootType(operation.operation) ?? undefined;
  return sumOf({ schema, fragments: fragmentsOf(document), variables, pageMax })(
    operation.selectionSet,
    root,
    AT_ROOT,
  );
}

interface CostContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: WatchedVariables;
  /** Larger pages count as pages of this size. */
  readonly pageMax: number;
}

/** The position of a selection. */
interface Position {
  /** The size of the page around it; null outside pages. */
  readonly page: number | null;
  /** Whether its objects are items of a page. */
  readonly isItem: boolean;
}

const AT_ROOT: Position = { page: null, isItem: false };

type Sum = (selection: SelectionSetNode, type: GraphQLNamedType | undefined, position: Position) => number;

function sumOf({ schema, fragments, variables, pageMax }: CostContext): Sum {
  // The costs of fragments, by position. Without this cache, fragments that spread each other twice would take
  // exponential time.
  const known = new Map<string, number>();
  const ofFragment = (name: string, position: Position): number => {
    const key = `${name} ${position.page} ${position.isItem}`;
    const fragment = fragments.get(name);
    const type = fragment && schema.getType(fragment.typeCondition.name.value);
    const cost = known.get(key) ?? (fragment ? sum(fragment.selectionSet, type, position) : 0);
    known.set(key, cost);
    return cost;
  };

  const ofField = (field: FieldNode, parent: GraphQLNamedType | undefined, position: Position): number => {
    const name = field.name.value;
    if (name === '__schema') return INTROSPECTION_COST;
    if (name === '__type') return TYPE_INTROSPECTION_COST;
    const definition = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    if (definition === undefined) return 1;
    const items = itemsOf(field, definition, position, { variables, pageMax });
    const own = parent === schema.getMutationType() ? MUTATION_COST : weightOf(definition, position);
    if (field.selectionSet === undefined) return own * (items ?? 1);
    const type = getNamedType(definition.type);
    if (isPage(definition))
      return own + (items ?? 1) * ITEM_COST + sum(field.selectionSet, type, { page: items, isItem: false });
    const isItem = position.page !== null || (position.isItem && name === 'node');
    return own + (items ?? 1) * sum(field.selectionSet, type, { page: null, isItem });
  };

  const sum: Sum = ({ selections }, type, position) =>
    selections
      .map((selection) => {
        if (selection.kind === Kind.FIELD) return ofField(selection, type, position);
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value, position);
        const condition = selection.typeCondition;
        return sum(selection.selectionSet, condition ? schema.getType(condition.name.value) : type, position);
      })
      .reduce((total, cost) => total + cost, 0);
  return sum;
}

/** The cost of finding an item and decrypting its values. It does not depend on the selection. */
const ITEM_COST = 1;

type Definition = GraphQLField<unknown, unknown>;

/** The most items of a field; null if it is neither a list nor a page. */
function itemsOf(
  field: FieldNode,
  definition: Definition,
  { page }: Position,
  sizes: Pick<CostContext, 'variables' | 'pageMax'>,
): number | null {
  if (isPage(definition)) return pageSize(field, sizes);
  if (!isListType(getNullableType(definition.type))) return null;
  return definition.extensions.itemsMax ?? page ?? LIST_ITEMS_ASSUMED;
}

const PAGE_SIZES: readonly string[] = ['first', 'last'];

/** Whether a field is a list in pages. */
export const isPage = ({ args }: Definition): boolean => args.some(({ name }) => PAGE_SIZES.includes(name));

/**
 * The larger of `first` and `last`. A size beyond the limit of a page is not refused here but by the operation, with
 * its own message.
 */
function pageSize(
  { arguments: args = [] }: FieldNode,
  { variables, pageMax }: Pick<CostContext, 'variables' | 'pageMax'>,
): number {
  const sizes = args
    .filter(({ name }) => PAGE_SIZES.includes(name.value))
    .map(({ value }) => {
      if (value.kind === Kind.VARIABLE) return variables.valueOf(value.name.value);
      return value.kind === Kind.INT ? Number(value.value) : null;
    })
    .filter((size) => typeof size === 'number');
  return Math.min(sizes.length === 0 ? PAGE_LIMIT_DEFAULT : Math.max(1, ...sizes), pageMax);
}

function weightOf({ extensions: { kibibytesMax, nullInPages } }: Definition, { isItem }: Position): number {
  return nullInPages === true && isItem ? 1 : (kibibytesMax ?? 1);
}
