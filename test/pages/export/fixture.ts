import { customerBody, openTestGateway } from '../../support/gateway.ts';

export const PAGE = { 'fundgate-console': '1', origin: 'http://gateway.test' };

/** A statement has at most some 32,000 parameters. */
const ROWS_OF_INSERT = 500;

export type ExportFixture = Awaited<ReturnType<typeof openExports>>;

/** A gateway with a partner, and a person who has signed in to its console. */
export async function openExports(environment: NodeJS.ProcessEnv = {}) {
  let later = 0;
  const gateway = await openTestGateway(environment, () => new Date(Date.now() + later));
  const partner = await gateway.partner({ name: 'Harbour Pay', review: 'manual' });
  const admin = await gateway.key(partner.partnerId, { role: 'operator' });

  async function signIn(apiKey: string): Promise<string> {
    const { headers } = await gateway.fetch('POST', '/console/session', {
      headers: PAGE,
      body: { api_key: apiKey },
    });
    return headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  }
  const cookie = await signIn(admin.apiKey);

  const askLink = (
    list: string,
    filter: unknown = {},
    headers: Readonly<Record<string, string>> = {},
    format?: string,
  ) =>
    gateway.fetch('POST', '/console/exports', {
      headers: { ...PAGE, cookie, ...headers },
      body: { list, filter, ...(format !== undefined && { format }) },
    });

  /** The answer to a link, before its body is read. */
  const follow = (
    path: string,
    headers: Readonly<Record<string, string>> = { cookie },
    signal?: AbortSignal,
  ) =>
    gateway.app.fetch(
      new Request(`http://gateway.test${path}`, { headers, ...(signal !== undefined && { signal }) }),
    );

  const linkTo = async (list: string, filter: unknown = {}, own = cookie): Promise<string> =>
    (await askLink(list, filter, { cookie: own })).json.path;

  /** The text of a list, its lines, and the headers that it came with. */
  async function save(list: string, filter: unknown = {}) {
    const { headers, body } = await follow(await linkTo(list, filter));
    // `text()` would leave the mark at its beginning out.
    const text = Buffer.from(await new Response(body).arrayBuffer()).toString();
    return { headers, text, lines: text.trimEnd().split('\r\n') };
  }

  async function addCustomers(names: readonly string[]) {
    for (const company_name of names)
      await partner.rest('POST', '/v1/customers', customerBody({ company_name }));
  }

  /** Copies one event many times, straight into the table. */
  async function copyEvents(count: number) {
    const db = gateway.gateway.database.writes;
    // The database numbers the copies.
    const { number: _number, ...row } = await db
      .selectFrom('event')
      .selectAll()
      .limit(1)
      .executeTakeFirstOrThrow();
    for (let from = 0; from < count; from += ROWS_OF_INSERT) {
      const copies = Array.from({ length: Math.min(ROWS_OF_INSERT, count - from) }, (_, at) => ({
        ...row,
        id: `evt_${String(from + at).padStart(26, '0')}`,
        subject: 'customer/copy',
        sequence: from + at + 1,
      }));
      await db.insertInto('event').values(copies).execute();
    }
  }

  /** Pages that were read so far. */
  const pagesRead = () => gateway.logged.filter((line) => line.includes('"/graphql"')).length;

  return {
    gateway,
    partner,
    admin,
    cookie,
    signIn,
    askLink,
    linkTo,
    follow,
    save,
    addCustomers,
    copyEvents,
    pagesRead,
    passSeconds: (seconds: number) => void (later += seconds * 1000),
  };
}
