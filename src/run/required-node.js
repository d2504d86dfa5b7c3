/**
 * Ends a process of an older Node with one sentence; otherwise a file would fail with a syntax error. This is
 * JavaScript that every Node understands, and nothing may be imported before it.
 */

/** The same as `engines` in package.json. */
const MAJOR_MIN = 26;

const { node } = process.versions;
if (Number(node.split('.', 1)[0]) < MAJOR_MIN) {
  console.error(
    `Fundgate needs Node ${MAJOR_MIN} or later, and this is Node ${node}: install it, or run npm ci without --omit=dev, which brings it.`,
  );
  process.exit(1);
}
