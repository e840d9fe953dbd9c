import fc from 'fast-check'
import jsqr from 'jsqr'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { emptyQrPath, type QrPath, qrPath } from './qrPath.js'

/** Draws a path of straight runs into a picture, so many pixels a module; the eyes, which are curves, as the standard has them. */
function drawn({ path, size }: QrPath): { readonly data: Uint8ClampedArray; readonly width: number } {
  const scale = 4
  const width = (size + 8) * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  const dark = (x: number, y: number) => {
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < scale; column += 1) {
        const at = (((y + 4) * scale + row) * width + (x + 4) * scale + column) * 4
        data.fill(0, at, at + 3)
      }
  }
  for (const [, x = '', y = '', way, length = ''] of path.matchAll(/M(\d+)\.5 (\d+)\.5([hv])(\d+)/g))
    for (let step = 0; step <= Number(length); step += 1)
      dark(Number(x) + (way === 'h' ? step : 0), Number(y) + (way === 'v' ? step : 0))
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const)
    for (let x = 0; x < 7; x += 1)
      for (let y = 0; y < 7; y += 1) if (Math.max(Math.abs(x - 3), Math.abs(y - 3)) !== 2) dark(left + x, top + y)
  return { data, width }
}

const read = (qr: QrPath) => {
  const { data, width } = drawn(qr)
  return jsqr(data, width, width)?.data
}

test('what was written is read again, with a picture in the middle or without', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^wc:[0-9a-f]{64}@2\?[a-zA-Z0-9=&%.-]{40,400}$/), fc.boolean(), (text, clearing) => {
      expect(read(qrPath({ text, clearing }))).toBe(text)
    }),
    { numRuns: 40 },
  )
})

test('the middle is free where a picture will stand, and the same to every side', () => {
  const text = `wc:${'a'.repeat(180)}`
  const { path, size } = qrPath({ text, clearing: true })
  const cells = new Set(
    [...path.matchAll(/M(\d+)\.5 (\d+)\.5([hv])(\d+)/g)].flatMap(([, x, y, way, length]) =>
      Array.from(
        { length: Number(length) + 1 },
        (_, step) => `${Number(x) + (way === 'h' ? step : 0)} ${Number(y) + (way === 'v' ? step : 0)}`,
      ),
    ),
  )
  const { data } = encode(text, { ecc: 'M', border: 0 })
  const from = Math.round((size * 0.77) / 2)
  for (let x = 0; x < size; x += 1)
    for (let y = 0; y < size; y += 1) {
      const isMiddle = Math.min(x, y) >= from && Math.max(x, y) < size - from
      const isEye = [x, size - 1 - x].some((a) => a < 7) && [y, size - 1 - y].some((b) => b < 7)
      if (!isEye) expect(cells.has(`${x} ${y}`), `${x} ${y}`).toBe(!isMiddle && data[y]?.[x] === true)
    }
  expect((size - 2 * from) ** 2 / size ** 2).toBeLessThan(0.07)
})

test('a code that isn’t there yet has three eyes and nothing to read', () => {
  expect(emptyQrPath().path.match(/M/g)).toHaveLength(3)
  expect(read(emptyQrPath())).toBeFalsy()
})

test('a text too long for any code is refused', () => {
  expect(() => qrPath({ text: 'x'.repeat(2_332) })).toThrow()
  expect(qrPath({ text: 'x'.repeat(2_331) }).size).toBe(177)
})
