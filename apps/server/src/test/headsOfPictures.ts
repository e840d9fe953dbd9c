/** For tests. The beginnings of pictures that say how large they are; what follows is never decoded here. */

const latin = (text: string) => Buffer.from(text, 'latin1')
const numbers = (...values: readonly number[]) => Buffer.from(values)
const big = (value: number, length: 2 | 4) => Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex')
const little = (value: number, length: number) =>
  Buffer.from(Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex').toReversed())
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** A PNG, with what tells it from others. */
export const pngOf = ({
  width = 1,
  height = 1,
  rest = [],
}: {
  width?: number
  height?: number
  rest?: readonly number[]
} = {}) =>
  joined(latin('\x89PNG\r\n\x1a\n'), big(13, 4), latin('IHDR'), big(width, 4), big(height, 4), numbers(...rest))

/** A GIF of one screen, and frames at places of it. */
export const gifOf = ({
  width = 1,
  height = 1,
  frames = [],
}: {
  width?: number
  height?: number
  frames?: readonly { readonly left: number; readonly width: number; readonly height: number }[]
} = {}) =>
  joined(
    ...[latin('GIF89a'), little(width, 2), little(height, 2), numbers(0x80, 0, 0), Buffer.alloc(6)],
    numbers(0x21, 0xf9, 4, 0, 0, 0, 0, 0),
    ...frames.map((frame) =>
      joined(
        ...[numbers(0x2c), little(frame.left, 2), little(0, 2), little(frame.width, 2), little(frame.height, 2)],
        numbers(0, 2, 1, 0, 0),
      ),
    ),
    numbers(0x3b),
  )

const riff = (...parts: readonly Uint8Array[]) => joined(latin('RIFF\0\0\0\0WEBP'), ...parts, Buffer.alloc(4))

/** WebPs, in their three forms. */
export const webpsOf = ({ width = 1, height = 1 }: { width?: number; height?: number } = {}) => ({
  lossy: riff(latin('VP8 \0\0\0\0\0\0\0\x9d\x01\x2a'), little(width, 2), little(height, 2)),
  lossless: riff(latin('VP8L\0\0\0\0\x2f'), little(width - 1 + (height - 1) * 2 ** 14, 4), Buffer.alloc(4)),
  extended: riff(latin('VP8X\0\0\0\0\0\0\0\0'), little(width - 1, 3), little(height - 1, 3)),
})

/** A JPEG with a segment before that of its frame. */
export const jpegOf = ({ width = 1, height = 1 }: { width?: number; height?: number } = {}) =>
  joined(
    ...[numbers(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0xff, 0xc0, 0xff, 0xff, 0xc2, 0, 11, 8)],
    ...[big(height, 2), big(width, 2), numbers(1, 1, 0x11, 0)],
  )

/** An AVIF of an item, and of a track where one is given. */
export const avifOf = ({
  width = 1,
  height = 1,
  track,
}: {
  width?: number
  height?: number
  track?: readonly [number, number]
} = {}) =>
  joined(
    latin(`\0\0\0\x10ftypavi${track ? 's' : 'f'}\0\0\0\0\0\0\0\x14ispe\0\0\0\0`),
    ...[big(width, 4), big(height, 4)],
    ...(track
      ? [latin('\0\0\0\x5ctkhd'), Buffer.alloc(76), big(track[0], 2), big(0, 2), big(track[1], 2), big(0, 2)]
      : []),
    Buffer.alloc(16),
  )
