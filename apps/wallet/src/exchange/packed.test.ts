import { afterEach, expect, test, vi } from 'vitest'
import { pack, unpack } from './packed.js'

afterEach(() => vi.unstubAllGlobals())

test.each(['', 'hello', '🦩\u0000', 'The same words. '.repeat(4_000)])(
  'a text is unpacked as it was packed',
  async (text) => {
    const packed = await pack(text)
    expect(await unpack(packed)).toBe(text)
    if (text.length > 1_000) expect(packed.length).toBeLessThan(text.length / 20)
  },
)

test('a browser that can’t compress packs it as it is', async () => {
  vi.stubGlobal('CompressionStream', undefined)
  Reflect.deleteProperty(globalThis, 'CompressionStream')
  expect(await unpack(await pack('hello'))).toBe('hello')
})

test('what is packed otherwise, or unpacks to more than a request is described by, is refused', async () => {
  await expect(unpack(new Uint8Array([7, 1, 2]))).rejects.toThrow(TypeError)
  await expect(unpack(new Uint8Array([1, 255, 255]))).rejects.toThrow()
  await expect(unpack(await pack('x'.repeat(2_000_000)))).rejects.toThrow(RangeError)
})
