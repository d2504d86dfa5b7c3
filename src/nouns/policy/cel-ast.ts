import type { ASTNode } from '@marcbachmann/cel-js';

/** The parts of a node that are nodes. */
export function partsOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
    case 'map':
      return [];
    case '.':
    case '.?':
      return [node.args[0]];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case '!_':
    case '-_':
      return [node.args];
    default:
      return node.args;
  }
}

/** The variable whose members a condition can only ask for. */
export const NAMES = 'transactions';

export type Call = Extract<ASTNode, { op: 'call' }>;
/** A call of `has`; null for other nodes. */
export const hasOf = (node: ASTNode): Call | null =>
  node.op === 'call' && node.args[0] === 'has' ? node : null;
