/** Owners for whom something is kept; beyond it all is made again, which costs some microseconds each. */
const OWNERS_MAX = 1_000;

/** Keeps what was made for an owner. */
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
