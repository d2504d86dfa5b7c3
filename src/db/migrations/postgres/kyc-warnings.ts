import { KycWarnings as OfAllDatabases } from '../kyc-warnings.ts';

/** Which KYC records have warnings; the moment compares bytewise, like every text here. */
export class KycWarnings extends OfAllDatabases {
  override up(): void {
    super.up();
    this.addSql('alter table kyc_record alter column warned_since type text collate "C"');
  }
}
