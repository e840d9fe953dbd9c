import { expect, test, vi } from 'vitest'
import { boundedText } from './boundedText.js'

const read = (parts: readonly Uint8Array[], mostBytes: number, cancel: () => void = () => {}) => {
  const left = parts.map((part) => part.slice())
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const part = left.shift()
      if (part) controller.enqueue(part)
      else controller.close()
    },
    cancel,
  })
  return boundedText({ answer: { body }, mostBytes })
}
const bytes = (text: string) => new TextEncoder().encode(text)

test('a letter that comes in two parts is one, and one that is cut off shows', async () => {
  const euro = bytes('€')
  expect(await read([euro.slice(0, 1), euro.slice(1)], 3)).toBe('€')
  expect(await read([euro.slice(0, 2)], 3)).toBe('\uFFFD')
})

test('it is bytes that count, and of a longer body nothing more is taken', async () => {
  const cancel = vi.fn()
  expect(await read([bytes('abc'), bytes('€'), bytes('d')], 5, cancel)).toBeUndefined()
  expect(cancel).toHaveBeenCalledOnce()
  expect(await read([bytes('abc'), bytes('d')], 4)).toBe('abcd')
  expect(await boundedText({ answer: { body: null }, mostBytes: 4 })).toBe('')
})
