import { join } from 'node:path';
import { serveTestGateway } from '../../../support/served.ts';
import { settlementBody } from '../../../support/gateway.ts';
import { type Pasted, shell } from './pasted.ts';
import { serveCommands } from './served-commands.ts';

const SECRET_KEY = 'd0'.repeat(32);

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/**
 * A gateway that listens, with its data in `data` of an empty folder in which commands are pasted beside it. The commands
 * run in this process.
 */
export async function openInstallation() {
  const terminal = shell();
  const DATA_DIR = join(terminal.folder, 'data');
  const environment = {
    NODE_ENV: 'test',
    SECRET_KEY,
    DATA_DIR,
    DATABASE_URL: `sqlite:${DATA_DIR}/gateway.db`,
    STORAGE_URL: `fs:${DATA_DIR}/files`,
  };
  const served = await serveTestGateway(environment);
  // The rest follows from DATA_DIR, as where an operator sits.
  const own = { NODE_ENV: 'test', SECRET_KEY, DATA_DIR, BASE_URL: served.baseUrl };

  const commands = await serveCommands(terminal.folder);

  const paste = (blocks: readonly string[], changes: NodeJS.ProcessEnv = {}): Promise<Pasted> =>
    terminal.script([commands.npm, ...blocks], { ...own, ...changes });

  return {
    partner: served.partner,
    folder: terminal.folder,
    baseUrl: served.baseUrl,
    paste,
    pasteAsReader: (blocks: readonly string[], changes: NodeJS.ProcessEnv = {}) =>
      terminal.interactive([commands.npm, ...blocks], { ...own, ...changes }),

    /** The key of an operator, made by the command line. */
    async operatorKey(): Promise<string> {
      const made = await paste(['npm run --silent cli -- operator create Ada --key --json']);
      return /fgk_[\w-]+/.exec(made.out)?.[0] ?? '';
    },

    async [Symbol.asyncDispose]() {
      commands.close();
      await served.stop();
      terminal[Symbol.dispose]();
    },
  };
}

/** A partner whose offers are accepted at once, with a request that waits for an operator. */
export async function submitRequest({ partner }: Pick<Installation, 'partner'>): Promise<string> {
  const acme = await partner({ review: 'manual', auto_accept: true });
  const customerId = await acme.completeCustomer();
  const { json } = await acme.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
  if (json.status !== 'submitted') throw new Error('The request does not wait for an operator.');
  return acme.partnerId;
}
