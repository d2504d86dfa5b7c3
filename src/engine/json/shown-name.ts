/** Characters shown of a name that a client chose, which can have any length; enough to find it. */
const NAME_SHOWN_MAX = 100;

export const shownName = (name: string): string => name.slice(0, NAME_SHOWN_MAX).toWellFormed();
