import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isLeafType,
  isNonNullType,
} from 'graphql';
import type { FieldDetailsList, GroupedFieldSet } from 'graphql/execution/collectFields.js';

/** A field that only reads a property of its object: no resolver call and no arguments. */
export interface PropertyField {
  readonly property: string;
  readonly type: GraphQLLeafType;
  readonly isRequired: boolean;
  readonly definition: GraphQLField<unknown, unknown>;
}

export interface PlannedField {
  readonly responseName: string;
  readonly details: FieldDetailsList;
  /** Null if the field has a resolver or fields inside. */
  readonly asProperty: PropertyField | null;
}

/** The fields selected on an object of one type, and all facts that can be computed in advance. */
export interface Selection {
  readonly type: GraphQLObjectType;
  readonly fields: readonly PlannedField[];
  /** The same fields in the form that graphql's executor uses. */
  readonly grouped: GroupedFieldSet;
  /** Bytes of the names of the fields in the response. */
  readonly memberBytes: number;
}

/** The quotes around a name, the colon and the comma. */
const MEMBER_BYTES = 4;

/** Null if the response would have a member `__proto__`, because a plain object cannot have one. */
export function planSelection(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  grouped: GroupedFieldSet,
): Selection | null {
  if (grouped.has('__proto__')) return null;
  const fields = Array.from(grouped, ([responseName, details]) => {
    const name = details[0]?.node.name.value ?? '';
    const definition = schema.getField(type, name);
    return { responseName, details, asProperty: definition ? propertyField(definition) : null };
  });
  const memberBytes = fields.reduce((sum, { responseName }) => sum + responseName.length + MEMBER_BYTES, 0);
  return { type, fields, grouped, memberBytes };
}

function propertyField(definition: GraphQLField<unknown, unknown>): PropertyField | null {
  const isRequired = isNonNullType(definition.type);
  const type = isNonNullType(definition.type) ? definition.type.ofType : definition.type;
  const property = propertyOf(definition);
  if (property === null || !isLeafType(type)) return null;
  return { property, type, isRequired, definition };
}

/** The property that a field reads; null if the field has a guard or checks arguments. */
function propertyOf({ name, args, resolve, extensions }: GraphQLField<unknown, unknown>): string | null {
  if (args.length > 0) return null;
  if (resolve === undefined || resolve === defaultFieldResolver) return name;
  const { pothosExposedField: exposed, pothosOriginalResolve: original } = extensions;
  return typeof exposed === 'string' && resolve === original ? exposed : null;
}
