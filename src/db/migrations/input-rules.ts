import { Migration } from '@mikro-orm/migrations';
import { foldedName } from '../../customer/company-name.ts';

/** Customers whose names are folded by one statement; below the limit of values of both databases. */
const BATCH_ROWS = 500;

/**
 * The partner's setting for unknown input, and indexes of customers by the beginning of their names. Deletes the kept
 * answers to operators, because they may contain API keys, which only operators create. Where an operator repeats one
 * of these requests, it runs again.
 */
export class InputRules extends Migration {
  /** The collation clause that makes a text column compare byte by byte; empty where that is the default. */
  protected readonly collation: string = '';

  override async up(): Promise<void> {
    const text = `text${this.collation} not null`;
    this.addSql(`alter table partner add column unknown_input ${text} default 'refuse'`);
    this.addSql(`delete from idempotency_key where owner not like 'par\\_%' escape '\\'`);
    await this.execute(`alter table customer add column company_name_folded ${text} default ''`);
    await this.#foldNames();
    this.addSql('create index customer_name on customer (partner_id, company_name_folded, id)');
    this.addSql('create index customer_name_anywhere on customer (company_name_folded, id)');
  }

  /** Folded here, because the databases fold only ASCII letters. */
  async #foldNames(): Promise<void> {
    let last = '';
    for (;;) {
      const rows = readNames(
        await this.execute(
          `select id, company_name from customer where id > ${quoted(last)} order by id limit ${BATCH_ROWS}`,
        ),
      );
      const final = rows.at(-1);
      if (final === undefined) return;
      const cases = rows.map(
        ({ id, company_name }) => `when ${quoted(id)} then ${quoted(foldedName(company_name))}`,
      );
      await this.execute(
        `update customer set company_name_folded = case id ${cases.join(' ')} else company_name_folded end
         where id > ${quoted(last)} and id <= ${quoted(final.id)}`,
      );
      last = final.id;
    }
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

interface Named {
  readonly id: string;
  readonly company_name: string;
}

function readNames(rows: unknown): Named[] {
  if (!Array.isArray(rows)) throw new Error('The customers cannot be read.');
  return rows.map((row: unknown) => ({
    id: String(Reflect.get(Object(row), 'id')),
    company_name: String(Reflect.get(Object(row), 'company_name')),
  }));
}
