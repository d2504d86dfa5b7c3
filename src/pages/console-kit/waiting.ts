/** A change that waits for a second person, as the answer to the first one tells. */
export interface Waiting {
  readonly id: string;
  readonly maker: string;
}

let latest: Waiting | null = null;

/** Notes what became of a mutation: it waits for a second person, or not. Other documents change nothing. */
export function noteWaiting(document: string, waiting: Waiting | null): void {
  if (document.trimStart().startsWith('mutation')) latest = waiting;
}

/** The sentence about the last mutation if it waits; null if it was done. It is told once. */
export function waitingSentence(): string | null {
  if (latest === null) return null;
  latest = null;
  return 'Not done yet: it waits for a second person.';
}
