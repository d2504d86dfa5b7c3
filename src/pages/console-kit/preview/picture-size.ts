/**
 * The largest picture to decode, in pixels: four pages scanned at 1,200 dpi, or the second largest photo of a phone.
 * A larger picture may be a small file, and would stop the page while it is decoded.
 */
export const PIXELS_MAX = 150_000_000;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The places of width and height in the header of a PNG. */
const PNG_WIDTH_AT = 16;
const PNG_HEIGHT_AT = 20;
const PNG_BEGINNING = 0x89;

/** The size of a JPEG or PNG from its header, before anything is decoded; null if the header has no size. */
export function pictureSizeOf(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (bytes[0] !== PNG_BEGINNING) return jpegSizeOf(view);
    return { width: view.getUint32(PNG_WIDTH_AT), height: view.getUint32(PNG_HEIGHT_AT) };
  } catch {
    // The file ends before its size.
    return null;
  }
}

/** Markers without a length. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** SOF0 to SOF15, which have the size, without the three of these numbers that mean something else. */
const hasSize = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSizeOf(view: DataView): PictureSize | null {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // A marker may be filled up with bytes of 0xff.
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else if (hasSize(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}
