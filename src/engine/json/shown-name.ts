/** The most characters shown of a name that a client chose: enough to find it. The name can have any length. */
const NAME_SHOWN_MAX = 100;

export const shownName = (name: string): string => name.slice(0, NAME_SHOWN_MAX).toWellFormed();
