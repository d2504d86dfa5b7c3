import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { type NodeFinder, NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import { NODES } from '../../kernel/nouns.ts';

const PREFIXES = NODES.map(({ prefix }) => `\`${prefix}_\``).join(', ');

/** `node(id)`: the record of any type that has the id. */
export function defineNodeQuery(builder: Builder, finders: readonly NodeFinder[]): void {
  const lost = NODES.find(({ prefix }) => !finders.some((finder) => finder.prefix === prefix));
  if (lost !== undefined) throw new Error(`No finder finds ${lost.says} by its id.`);
  builder.queryField('node', (t) =>
    t.field({
      type: NodeInterface,
      nullable: true,
      description: 'Any record by its id; null if there is none that you can see.',
      args: {
        id: t.arg.id({ required: true, description: `Its prefix tells its type: ${PREFIXES}.` }),
      },
      extensions: { runs: finders.map(({ operation }) => operation) },
      resolve: (_root, { id }, context) => {
        const finder = finders.find(({ prefix }) => id.startsWith(`${prefix}_`));
        return finder === undefined ? null : finder.find(context, id);
      },
    }),
  );
}
