/** The most owners in the cache. Beyond it the cache starts empty again; making an entry costs some microseconds. */
const OWNERS_MAX = 1_000;

/** Makes an object for each owner once, and keeps it. */
export function byOwner<Made extends object>(make: (owner: string) => Made): (owner: string) => Made {
  const known = new Map<string, Made>();
  return (owner) => {
    let made = known.get(owner);
    if (made === undefined) {
      if (known.size >= OWNERS_MAX) known.clear();
      known.set(owner, (made = make(owner)));
    }
    return made;
  };
}
