import { parseArgs } from 'node:util';
import { type Asked, bytesOf, type Cost, costOf, openSockets, shuffled } from '../asking.ts';
import { median, onDatabases, type Place } from './databases.ts';
import { openGround } from './ground.ts';
import { serverWorked } from './server-worked.ts';

/**
 * What servicing adds to a read: `npm run bench -- --servicing reads`, optionally with `--database sqlite,postgres`,
 * `--rounds 30` and `--requests 400`. One process is asked in turns for settlements whose money was sent, and for
 * offers, which have no servicing. For each row it prints the median quotient, funded / offers, of the processor time
 * of the gateway alone and with that of the server.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    servicing: { type: 'boolean' },
    database: { type: 'string', default: 'sqlite,postgres' },
    rounds: { type: 'string', default: '30' },
    requests: { type: 'string', default: '400' },
  },
});
const [ROUNDS, REQUESTS] = [Number(values.rounds), Number(values.requests)];
const WARM_UP_REQUESTS = 3_000;
const SETTLEMENTS = 40;
const NS_PER_US = 1_000;
const FIELDS = 'id currency amount settlementPeriod interestRate fee status createdAt updatedAt';

const ROWS: Readonly<Record<string, (of: { customer: string; settlement: string; key: string }) => Buffer>> =
  {
    'REST, one': ({ settlement, key }) =>
      bytesOf(`GET /v1/instant-settlements/${settlement}`, undefined, { key }),
    'REST, list of 20': ({ customer, key }) =>
      bytesOf(`GET /v1/customers/${customer}/instant-settlements?limit=20`, undefined, { key }),
    'GraphQL, list of 20 without servicing': ({ customer: id, key }) =>
      bytesOf(
        'POST /graphql',
        {
          query: `query ($id: ID!) { customer(id: $id) { instantSettlements(first: 20) { nodes { ${FIELDS} } } } }`,
          variables: { id },
        },
        { key },
      ),
  };

interface Took extends Cost {
  readonly server: number;
}

async function measure({ name, server, database }: Place): Promise<void> {
  const wanted = { customers: 2, funded: SETTLEMENTS, offers: SETTLEMENTS };
  await using ground = await openGround(database, wanted);
  const { gateway, partner: key, customers, funded, offers } = ground;
  const sockets = await openSockets(gateway.url);
  const took = async (asked: Asked): Promise<Took> => {
    const before = serverWorked(server);
    const cost = await costOf(asked, REQUESTS);
    return { ...cost, server: (serverWorked(server) - before) / REQUESTS };
  };
  for (const [row, request] of Object.entries(ROWS)) {
    const sides = [funded, offers].map((ids, at): Asked => {
      const of = { customer: customers[at] ?? '', settlement: ids[0] ?? '', key };
      return { child: gateway.child, request: request(of), sockets };
    });
    for (const side of sides) await costOf(side, WARM_UP_REQUESTS);
    const pairs: (readonly [Took, Took])[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const costs = new Map<Asked, Took>();
      for (const side of shuffled(sides)) costs.set(side, await took(side));
      const [sent, offered] = sides.map((side) => costs.get(side));
      if (sent && offered) pairs.push([sent, offered]);
    }
    print(`${name}, ${row}`, pairs);
  }
  for (const socket of sockets) socket.destroy();
}

function print(row: string, pairs: readonly (readonly [Took, Took])[]): void {
  const part = (read: (cost: Took) => number) => {
    const us = ([0, 1] as const).map((at) =>
      (median(pairs.map((pair) => read(pair[at]))) / NS_PER_US).toFixed(1),
    );
    return `${median(pairs.map(([a, b]) => read(a) / read(b))).toFixed(3)} (${us.join(' and ')} µs)`;
  };
  console.log(
    `${row}: main thread ${part(({ main }) => main)}, all threads ${part(({ all }) => all)}, with the server ${part((cost) => cost.all + cost.server)}`,
  );
}

await onDatabases(values.database, measure);
process.exit();
