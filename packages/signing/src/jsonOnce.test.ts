import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseOnce } from './jsonOnce.js'

test('[F13] JSON in which a name stands twice has two readings, and none here', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":1,"b":[{"c":{"a" : 1,\n"a"\t:2}}]}',
    '[{"":1,"":2}]',
    '{"__proto__":1,"__proto__":2}',
  ])
    expect(() => parseOnce(text), text).toThrow(SyntaxError)
})

test('names in other objects, and in values, are no second ones', () => {
  for (const text of [
    '{"a":{"a":["a",":","\\":"]},"b":{"a":"a\\\\"}}',
    '"a"',
    '[]',
    '{"a":"\\"a\\":1"}',
    '{"__proto__":1}',
  ])
    expect(parseOnce(text)).toEqual(JSON.parse(text))
  expect(() => parseOnce('{"a"')).toThrow(SyntaxError)
})

test('what is written by JSON is read as it was, and not with a name of it written again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, name) => {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, '\t')])
        expect(parseOnce(text)).toEqual(JSON.parse(text))
      const twice = `{${JSON.stringify(name)}:0,${JSON.stringify(name)}:${JSON.stringify(value)}}`
      expect(() => parseOnce(twice)).toThrow(SyntaxError)
    }),
  )
})
