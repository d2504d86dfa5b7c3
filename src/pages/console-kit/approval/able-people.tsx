import { run } from '../api.ts';
import { AblePeopleDocument, type AblePeopleQuery, type Scope } from '../generated/graphql.ts';
import { LoadFailed } from '../load-failed.tsx';
import { href } from '../route.ts';
import { useLoad } from '../use-load.ts';

type Person = AblePeopleQuery['operators']['nodes'][number];

/** The scopes that two people must have, so that they can approve for each other. */
const NEEDED: readonly Scope[] = ['WRITE', 'ADMIN'];

const isAble = ({ scopes, unconfirmed, disabledAt }: Person): boolean =>
  disabledAt === null && !unconfirmed && NEEDED.every((scope) => scopes.includes(scope));

/** Operators with one e-mail address are one person. */
const identityOf = ({ id, email }: Person): string => email?.normalize('NFKC').trim().toLowerCase() ?? id;

/** Who can approve for each other. The gateway also looks whether each of them has a key that works. */
export function AblePeople() {
  const loaded = useLoad('able people', () => run(AblePeopleDocument, {}));
  const able = loaded.data?.operators.nodes.filter(isAble) ?? [];
  const people = new Map(able.map((person) => [identityOf(person), person.name]));
  const names = [...people.values()].join(', ');
  return (
    <>
      <LoadFailed of={loaded} />
      {loaded.data !== null &&
        (people.size < 2 ? (
          <p class="note bad" role="status">
            {people.size === 0 ? 'No one' : <bdi>{`Only ${names}`}</bdi>} can approve now, so the gateway
            turns nothing on. Two people are needed, each with an e-mail address of their own, the scopes
            write and admin, and a key or a sign-in that is confirmed.{' '}
            <a href={href('operators')}>Operators</a>
          </p>
        ) : (
          <p class="note" role="status">
            {people.size} people can approve for each other: <bdi>{names}</bdi>.
          </p>
        ))}
    </>
  );
}
