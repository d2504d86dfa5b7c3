import { OwnDetails as OfAllDatabases } from '../own-details.ts';

/** A column for the fields that only the country of a KYC record asks for; it compares bytewise, like every text here. */
export class OwnDetails extends OfAllDatabases {
  override up(): void {
    super.up();
    this.addSql('alter table kyc_record alter column own_details type text collate "C"');
  }
}
