import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { endMySessions } from './session.operations.ts';
import { commandOf } from '../../pipeline/graphql-kit/command-of.ts';

/** Sessions of the console in GraphQL. */
export function defineSession(builder: Builder): void {
  builder.mutationField('endMySessions', (t) =>
    t.field({
      type: 'Int',
      description:
        'Ends all your sessions of the console, in every browser, within a second; says how many there were. For operators.',
      ...commandOf(builder, endMySessions),
    }),
  );
}
