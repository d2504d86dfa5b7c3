import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes for lists across partners and for queues of settlements, and counters of the offers that end on each day. The
 * same on both databases.
 */
export class SettlementLanes extends Migration {
  override up(): void {
    this.addSql('create index customer_external_anywhere on customer (external_customer_id, id)');
    this.addSql('drop index instant_settlement_offer');
    for (const [name, columns] of [
      ['lane', 'id'],
      ['waiting', 'updated_at, id'],
      ['offer', 'offer_expires_at, id'],
    ]) {
      this.addSql(
        `create index instant_settlement_${name} on instant_settlement (status, currency, ${columns})`,
      );
      this.addSql(
        `create index instant_settlement_partner_${name}
         on instant_settlement (partner_id, status, currency, ${columns})`,
      );
    }
    for (const owner of ['partner_id', "'all'"]) {
      this.addSql(`
        insert into tally (name, shard, total)
        select ${owner} || '/offers/' || currency || '/' || substr(offer_expires_at, 1, 10), 0, count(*)
        from instant_settlement where status = 'approved' and offer_expires_at is not null
        group by ${owner} || '/offers/' || currency || '/' || substr(offer_expires_at, 1, 10)`);
    }
  }
}
