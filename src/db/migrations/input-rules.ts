import { Migration } from '@mikro-orm/migrations';
import { foldedName } from '../../customer/company-name.ts';

/** Customers whose names are folded by one statement: below the number of values that any database takes. */
const BATCH_ROWS = 500;

/**
 * What becomes of unknown input, and customers by the beginning of their name. The answers that were kept for operators
 * may show API keys, and only operators make keys: they go, and what is sent again in that hour is run again.
 */
export class InputRules extends Migration {
  /** What a text column says so that it compares byte by byte. */
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

  /** The databases themselves fold no letters but those of ASCII. */
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
