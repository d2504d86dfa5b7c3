import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { ErrorNote } from '../parts.tsx';
import { PIXELS_MAX, type PictureSize, pictureSizeOf } from './picture-size.ts';
import { widthOf } from './proportions.ts';

const HALF_CIRCLE = 180;

const DAMAGED = new ApiError('The picture is damaged. Save it to look at it.', 'content');

const NUMBER = new Intl.NumberFormat('en-GB');

function tooLarge({ width, height }: PictureSize): ApiError {
  const megapixels = NUMBER.format(Math.round((width * height) / 1_000_000));
  const size = `${NUMBER.format(width)} × ${NUMBER.format(height)} pixels, ${megapixels} megapixels`;
  return new ApiError(
    `The picture is too large to be shown here: ${size}. Save it to look at it.`,
    'content',
  );
}

interface PictureOptions {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly name: string;
  readonly turn: number;
  readonly zoom: number;
}

/** A picture, unless its header says that it is too large to be decoded. */
export function Picture({ bytes, ...options }: PictureOptions) {
  const size = pictureSizeOf(bytes);
  const isTooLarge = size !== null && size.width * size.height > PIXELS_MAX;
  return isTooLarge ? <ErrorNote error={tooLarge(size)} /> : <Turned {...options} />;
}

/** In the space that the rotated form takes: on its side, its height must fit the width. */
function Turned({ url, name, turn, zoom }: Omit<PictureOptions, 'bytes'>) {
  const [ratio, setRatio] = useState(1);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <ErrorNote error={DAMAGED} />;
  const isOnSide = turn % HALF_CIRCLE !== 0;
  const shape = isOnSide ? 1 / ratio : ratio;
  return (
    <div class="turned" style={{ width: `${zoom * widthOf(1 / shape)}%`, aspectRatio: String(shape) }}>
      <img
        src={url}
        alt={name}
        decoding="async"
        onError={() => setBroken(true)}
        onLoad={({ currentTarget }) => setRatio(currentTarget.naturalWidth / currentTarget.naturalHeight)}
        style={{ width: isOnSide ? `${ratio * 100}%` : '100%', rotate: `${turn}deg` }}
      />
    </div>
  );
}
