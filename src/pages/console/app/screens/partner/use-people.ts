import { run } from '../../../../console-kit/api.ts';
import { PeopleDocument, type PeopleQuery } from '../../../../console-kit/generated/graphql.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { useLoad } from '../../../../console-kit/use-load.ts';

/** The newest operators that are loaded at once: more than a provider has people who look at cases. */
const PEOPLE_MAX = 100;

/** The operators, if they are wanted and the person may see them; empty until they are loaded. */
export function usePeople(isWanted: boolean): PeopleQuery['operators']['nodes'] {
  const isAsked = isWanted && mayDo('ADMIN');
  const { data } = useLoad(`people ${isAsked}`, async () =>
    isAsked ? run(PeopleDocument, { first: PEOPLE_MAX }) : null,
  );
  return data?.operators.nodes ?? [];
}
