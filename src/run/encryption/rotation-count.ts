/** The most locations of damage in the list; further ones are only counted. */
const LOCATIONS_MAX = 100;

/** Counts what happened to the values, documents or records of a rotation. */
export class RotationCount {
  lookedAt = 0;
  encrypted = 0;
  /** Skipped, because another writer changed it during the rotation. */
  changedMeanwhile = 0;
  damaged = 0;
  readonly locations: string[] = [];

  damage(location: string): void {
    this.damaged += 1;
    if (this.locations.length < LOCATIONS_MAX) this.locations.push(location);
  }
}
