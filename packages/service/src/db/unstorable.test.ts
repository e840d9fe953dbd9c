import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findUnstorable } from './unstorable.js'

test.each<[string, unknown, readonly string[] | null]>([
  ['a zero character', 'a\0', []],
  ['half of a surrogate pair', { props: { deep: ['C:', '\ud800x'] } }, ['props', 'deep', '1']],
  ['a key that holds one', { props: { 'a\udc00': 1 } }, ['props']],
  ['a whole pair', { text: '😀', escaped: '\\u0000 \\ud800' }, null],
  ['no text at all', [0, null, true, 2n ** 80n, undefined], null],
])('%s', (_what, value, place) => {
  expect(findUnstorable(value)).toEqual(place)
})

test('any JSON without either can be held, however it is nested', () => {
  const isPlain = (text: string) => Buffer.from(text).toString() === text && !text.includes('\0')
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const texts: string[] = []
      JSON.stringify(value, (key, each) => {
        texts.push(key, ...(typeof each === 'string' ? [each] : []))
        return each
      })
      expect(findUnstorable(value) === null).toBe(texts.every(isPlain))
    }),
  )
  const depth = 200_000
  expect(findUnstorable(JSON.parse(`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`))).toHaveLength(depth)
})
