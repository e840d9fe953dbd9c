import * as v from 'valibot'
import { expect, test } from 'vitest'
import { eachReadable, ifReadable, optionalOrNull } from './lenient.js'

const Member = v.object({ strict: optionalOrNull(v.string()), loose: ifReadable(v.string()) })

test('a member that is missing, null or undefined is absent', () => {
  for (const said of [{}, { strict: null, loose: null }, { strict: undefined, loose: undefined }])
    expect(v.parse(Member, said)).toEqual({ strict: undefined, loose: undefined })
  expect(v.parse(Member, { strict: '', loose: '' })).toEqual({ strict: '', loose: '' })
})

test('a member that is odd is refused, or costs itself, whatever else is wrong beside it', () => {
  expect(v.is(Member, { strict: 7 })).toBe(false)
  expect(v.parse(Member, { strict: 'a', loose: { b: 1 } })).toEqual({ strict: 'a', loose: undefined })
  expect(v.safeParse(Member, { strict: 'a', loose: 7 }, { abortEarly: true }).success).toBe(true)
})

test('a list has those of its items that can be read; null and an empty one have none', () => {
  const Items = eachReadable(v.object({ id: v.string() }), 3)
  expect(v.parse(Items, [{ id: 'a' }, null, { id: 'b', more: 1 }])).toEqual([{ id: 'a' }, { id: 'b' }])
  for (const none of [null, undefined, []]) expect(v.parse(Items, none)).toEqual([])
})

test('a list of which nothing can be read, one that is too long, and what is no list, are refused', () => {
  const Items = eachReadable(v.string(), 3)
  for (const said of [[null], [1, 2], ['a', 'b', 'c', 'd'], 'a', {}, 0]) expect(v.is(Items, said)).toBe(false)
})
