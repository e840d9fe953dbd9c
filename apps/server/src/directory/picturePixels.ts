/** A picture of more pixels is shown nowhere: they are four bytes each once it is decoded, and a few kB say any number of them. */
export const mostPixels = 4096 * 4096

export type PixelType = 'image/png' | 'image/webp' | 'image/jpeg' | 'image/gif' | 'image/avif'

interface Size {
  readonly width: number
  readonly height: number
}

/** Whether a picture says how large it is, and isn't larger than {@link mostPixels}: each of its frames and parts. */
export function fitsPixels({ type, bytes }: { type: PixelType; bytes: Uint8Array }): boolean {
  const sizes = sizesIn[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return sizes.length > 0 && sizes.every(({ width, height }) => width * height > 0 && width * height <= mostPixels)
}

const sizesIn: Readonly<Record<PixelType, (bytes: Buffer) => readonly Size[]>> = {
  'image/png': sizesOfPng,
  'image/webp': sizesOfWebp,
  'image/jpeg': sizesOfJpeg,
  'image/gif': sizesOfGif,
  'image/avif': sizesOfAvif,
}

/** The first chunk is the header; the frames of a moving one lie within it. @see https://www.w3.org/TR/png-3/ */
function sizesOfPng(bytes: Buffer): readonly Size[] {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return []
  return [{ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }]
}

/** The first chunk has the size of the canvas, within which each frame lies. @see RFC 9649 */
function sizesOfWebp(bytes: Buffer): readonly Size[] {
  if (bytes.length < 30) return []
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return [{ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }]
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return [{ width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }]
    }
    case 'VP8X':
      return [{ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }]
    default:
      return []
  }
}

/** Segments up to that of the frame, which is one of thirteen. @see ITU-T T.81, B.1.1 */
function sizesOfJpeg(bytes: Buffer): readonly Size[] {
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return []
    if (marker === 0xff) {
      at += 1 // a byte that only fills
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [{ width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }]
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    at += isAlone ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return []
}

/** The screen and each frame, which may lie beyond it. @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function sizesOfGif(bytes: Buffer): readonly Size[] {
  if (bytes.length < 13) return []
  const sizes = [{ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }]
  const afterColours = (at: number, flags: number) => at + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const afterBlocks = (start: number) => {
    let at = start
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length
    return at + 1
  }
  for (let at = afterColours(13, bytes[10] ?? 0); at < bytes.length; ) {
    const kind = bytes[at]
    if (kind === 0x21) at = afterBlocks(at + 2)
    else if (kind === 0x2c && at + 10 <= bytes.length) {
      const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)]
      sizes.push({ width: left + bytes.readUInt16LE(at + 5), height: top + bytes.readUInt16LE(at + 7) })
      at = afterBlocks(afterColours(at + 10, bytes[at + 9] ?? 0) + 1)
    } else break
  }
  return sizes
}

/** The size of each item, and of each track of a moving one. @see ISO/IEC 23008-12, 6.5.3, ISO/IEC 14496-12, 8.3.2 */
function sizesOfAvif(bytes: Buffer): readonly Size[] {
  const sizes: Size[] = []
  for (let at = bytes.indexOf('ispe'); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf('ispe', at + 4))
    sizes.push({ width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) })
  for (let at = bytes.indexOf('tkhd'); at >= 0 && at + 100 <= bytes.length; at = bytes.indexOf('tkhd', at + 4)) {
    const end = at + (bytes[at + 4] === 1 ? 100 : 88)
    // In sixteenths of sixteen bits; a track of sound has none.
    const [width, height] = [bytes.readUInt32BE(end - 8) >>> 16, bytes.readUInt32BE(end - 4) >>> 16]
    if (width > 0 || height > 0) sizes.push({ width, height })
  }
  return sizes
}
