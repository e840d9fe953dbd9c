import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Drawings } from '../drawings/drawings.js'
import { isStillDrawing } from '../drawings/isStillDrawing.js'
import { jpegOf, pngOf, webpsOf } from '../test/headsOfPictures.js'
import { mostPictureBytes, pictureTypeOf, readPicture } from './pictures.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
const owners = ['anyone']
/** As the worker reads them, here. */
const drawings: Pick<Drawings, 'isStill'> = { isStill: async (drawing) => isStillDrawing(drawing.bytes) }

describe('a picture', () => {
  test.each([
    ['image/png', pngOf()],
    ['image/webp', webpsOf().lossy],
    ['image/jpeg', jpegOf()],
    ['image/svg+xml', bytes(svg('<path d="M0 0"/>'))],
    [null, bytes(svg('<script/>'))],
    [null, bytes('<html><svg></svg></html>')],
    [null, bytes('GIF89a')],
    [null, new Uint8Array()],
  ])('is %s by its bytes', async (type, content) => {
    expect(await pictureTypeOf({ bytes: content, drawings, owners })).toBe(type)
  })

  test('is 256 kB at most, and its digest changes with it', async () => {
    const padded = (length: number) => readPicture({ bytes: bytes(svg(' '.repeat(length))), drawings, owners })
    expect(await padded(mostPictureBytes)).toBeNull()
    expect((await padded(10))?.digest).toMatch(/^[0-9a-f]{64}$/)
    expect((await padded(10))?.digest).not.toBe((await padded(11))?.digest)
  })

  test('any bytes are one or none, without an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (content) => {
        const read = await readPicture({ bytes: content, drawings, owners })
        expect(read === null || read.bytes === content).toBe(true)
      }),
    )
  })
})
