import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readNftPicture } from '../nfts/nftPicture.js'
import { avifOf, gifOf, jpegOf, pngOf, webpsOf } from '../test/headsOfPictures.js'

const read = async (bytes: Uint8Array) =>
  (await readNftPicture({ bytes, drawings: { isStill: async () => false }, owners: ['anyone'] }))?.contentType ?? null

const ofSize = (size: { width: number; height: number }) => [
  ['image/png', pngOf(size)] as const,
  ['image/gif', gifOf(size)] as const,
  ['image/jpeg', jpegOf(size)] as const,
  ...Object.values(webpsOf(size)).map((bytes) => ['image/webp', bytes] as const),
  ['image/avif', avifOf(size)] as const,
]

describe('a picture', () => {
  test.each([
    { width: 1, height: 1 },
    { width: 4096, height: 4096 },
    { width: 16_000, height: 1_000 },
  ])('of $width × $height pixels is shown, whatever its kind', async (size) => {
    for (const [type, bytes] of ofSize(size)) expect(await read(bytes)).toBe(type)
  })

  test.each([
    { width: 12_000, height: 12_000 },
    { width: 4096, height: 4097 },
    { width: 16_383, height: 1_025 },
  ])('of $width × $height pixels is none: a few kB would take a page hundreds of MB to show', async (size) => {
    for (const [type, bytes] of ofSize(size)) expect([type, await read(bytes)]).toEqual([type, null])
  })

  test('is as large as its largest frame or track', async () => {
    const small = { left: 0, width: 9, height: 9 }
    expect(await read(gifOf({ frames: [small, small] }))).toBe('image/gif')
    expect(await read(gifOf({ frames: [small, { left: 0, width: 65_535, height: 65_535 }] }))).toBeNull()
    expect(await read(gifOf({ frames: [{ left: 60_000, width: 9, height: 4_000 }] }))).toBeNull()
    expect(await read(avifOf({ track: [4096, 4096] }))).toBe('image/avif')
    expect(await read(avifOf({ track: [12_000, 12_000] }))).toBeNull()
  })

  test('that doesn’t say how large it is, is none; nor does any beginning of one throw', async () => {
    for (const [, bytes] of ofSize({ width: 1, height: 1 })) expect(await read(bytes.slice(0, 12))).toBeNull()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ofSize({ width: 1, height: 1 })),
        fc.nat(120),
        fc.uint8Array({ maxLength: 60 }),
        async ([type, bytes], kept, rest) => {
          const found = await read(Uint8Array.of(...bytes.slice(0, kept), ...rest))
          expect([type, null]).toContain(found)
        },
      ),
    )
  })
})
