/**
 * Waiting items of several owners. Owners take turns, one item each, so an owner with many items delays another by only
 * one item.
 */
export class FairQueue<Item> {
  /** Owners in the order of their turns. Only owners with waiting items are in it. */
  readonly #waiting = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many items of an owner wait. */
  sizeOf(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0;
  }

  push(owner: string, item: Item): void {
    this.#size += 1;
    const own = this.#waiting.get(owner);
    if (own === undefined) this.#waiting.set(owner, [item]);
    else own.push(item);
  }

  /** The next item; undefined if none waits. */
  shift(): Item | undefined {
    const [next] = this.#waiting;
    if (next === undefined) return undefined;
    const [owner, own] = next;
    const item = own.shift();
    if (own.length === 0) this.#waiting.delete(owner);
    else if (this.#waiting.size > 1) this.#putLast(owner, own);
    this.#size -= 1;
    return item;
  }

  #putLast(owner: string, own: Item[]): void {
    this.#waiting.delete(owner);
    this.#waiting.set(owner, own);
  }

  /** The item of each owner that has waited longest. */
  *firsts(): Generator<Item> {
    for (const [first] of this.#waiting.values()) if (first !== undefined) yield first;
  }

  /** Removes an item that no longer waits. */
  remove(owner: string, item: Item): void {
    const own = this.#waiting.get(owner) ?? [];
    const at = own.indexOf(item);
    if (at < 0) return;
    own.splice(at, 1);
    this.#size -= 1;
    if (own.length === 0) this.#waiting.delete(owner);
  }
}
