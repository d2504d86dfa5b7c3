import { Kind, type ValueNode } from 'graphql';
import { numberIn } from '../../../engine/json/number.ts';

/**
 * A literal as the value that a variable would have. Variables inside it are replaced. An unsent variable is undefined.
 */
export function valueOfLiteral(node: ValueNode, valueOf: (variable: string) => unknown): unknown {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.VARIABLE:
      return valueOf(node.name.value);
    case Kind.LIST:
      return node.values.map((item) => valueOfLiteral(item, valueOf) ?? null);
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields
          .map((field): [string, unknown] => [field.name.value, valueOfLiteral(field.value, valueOf)])
          .filter(([, value]) => value !== undefined),
      );
    case Kind.INT:
    case Kind.FLOAT:
      return numberIn(node.value);
    default:
      return node.value;
  }
}
