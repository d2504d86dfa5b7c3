import { Migration } from '@mikro-orm/migrations';

/** Document types that an operator requested again. */
export class DocumentRequests extends Migration {
  override up(): void {
    this.addSql(`
      create table document_request (
        customer_id text collate "C" not null,
        type text collate "C" not null,
        partner_id text collate "C" not null,
        reason text collate "C" not null,
        requested_at text collate "C" not null,
        primary key (customer_id, type),
        constraint document_request_customer_id_foreign foreign key (customer_id) references kyc_record (customer_id),
        constraint document_request_partner_id_foreign foreign key (partner_id) references partner (id)
      )`);
  }
}
