/**
 * What waits, each for its owner. It is handed out in turn, one of each owner, so that an owner with much waiting delays
 * another by one piece of work and not by all of it.
 */
export class FairQueue<Item> {
  /** In the order of their turns; an owner is listed while something of it waits. */
  readonly #waiting = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(owner: string, item: Item): void {
    this.#size += 1;
    const own = this.#waiting.get(owner);
    if (own === undefined) this.#waiting.set(owner, [item]);
    else own.push(item);
  }

  /** The next in turn; undefined where nothing waits. */
  shift(): Item | undefined {
    const [next] = this.#waiting;
    if (next === undefined) return undefined;
    const [owner, own] = next;
    const item = own.shift();
    this.#waiting.delete(owner);
    if (own.length > 0) this.#waiting.set(owner, own);
    this.#size -= 1;
    return item;
  }

  /** Takes one out that waits no longer. */
  remove(owner: string, item: Item): void {
    const own = this.#waiting.get(owner) ?? [];
    const at = own.indexOf(item);
    if (at < 0) return;
    own.splice(at, 1);
    this.#size -= 1;
    if (own.length === 0) this.#waiting.delete(owner);
  }
}
