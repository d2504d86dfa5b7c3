/** Taller pages and pictures (in widths) are shown narrower, because a browser cannot scroll through more. */
const TALLEST = 150;
/** The height of a part of a page, in widths: more than any paper has, so that only rolls have several parts. */
const PART_HEIGHT = 3;

/** The part of the room that a page or picture takes, by its height in widths. */
export const widthOf = (height: number): number => Math.min(1, TALLEST / height);

/** The number of parts in which a page is drawn, so only the visible part of a long page is drawn. */
export const partsOf = (height: number): number =>
  Math.max(1, Math.ceil(Math.min(height, TALLEST) / PART_HEIGHT));
