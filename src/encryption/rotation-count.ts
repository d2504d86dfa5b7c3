/** Places that are named one by one; beyond them there is only the count. */
const PLACES_MAX = 100;

/** What became of the values, or of the documents, of a rotation. */
export class RotationCount {
  lookedAt = 0;
  encrypted = 0;
  /** Written by somebody else while it was being encrypted, and left as it is. */
  changedMeanwhile = 0;
  damaged = 0;
  readonly places: string[] = [];

  damage(place: string): void {
    this.damaged += 1;
    if (this.places.length < PLACES_MAX) this.places.push(place);
  }
}
