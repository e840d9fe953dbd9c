import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FoyerError } from '../errors/FoyerError.js'
import { readAnswers } from './httpTransport.js'

const answered = (id: number) => ({ jsonrpc: '2.0', id, result: `0x${id}` })

describe('answers', () => {
  test('are matched by id, in any order, each request with its own', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 60 })
    const shuffled = ids.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length })),
    )
    fc.assert(
      fc.property(shuffled, ([given, order]) => {
        const answers = readAnswers({ text: JSON.stringify(order.map(answered)), ids: given })
        for (const id of given) expect(answers.get(id)).toEqual({ result: `0x${id}` })
        expect(answers.size).toBe(given.length)
      }),
    )
  })

  test('one entry that is bad or missing spoils only its own', () => {
    const bad = fc.constantFrom(
      (id: number) => ({ id }),
      (id: number) => ({ id, error: { code: 'x', message: 1 } }),
      (id: number) => ({ id, error: 'no' }),
      (id: number) => ({ id, jsonrpc: '1.0', result: 1 }),
      () => null,
      () => 'text',
      () => ({ id: { toString: 'x' }, result: 1 }),
      () => [],
    )
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), bad, (count, at, broken) => {
        const ids = Array.from({ length: count }, (_, i) => i + 1)
        const spoilt = (at % count) + 1
        const text = JSON.stringify(ids.map((id) => (id === spoilt ? broken(id) : answered(id))))
        const answers = readAnswers({ text, ids })
        for (const id of ids) {
          if (id === spoilt) expect(answers.get(id)).toMatchObject({ error: { code: 'invalid_response' } })
          else expect(answers.get(id)).toEqual({ result: `0x${id}` })
        }
      }),
    )
  })

  test('an error without an id is that of all who got no answer', () => {
    const text = JSON.stringify([answered(2), { id: null, error: { code: -32005, message: 'too many' } }])
    const answers = readAnswers({ text, ids: [1, 2, 3] })
    expect(answers.get(2)).toEqual({ result: '0x2' })
    for (const id of [1, 3]) expect(answers.get(id)).toMatchObject({ error: { rpcCode: -32005 } })
    const single = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } })
    expect(readAnswers({ text: single, ids: [1, 2] }).get(2)).toMatchObject({ error: { rpcCode: -32600 } })
  })

  test('a second answer to the same request, and one without a request, change nothing', () => {
    const text = JSON.stringify([answered(1), { id: 1, result: 'other' }, { id: 9, result: 'alien' }])
    expect([...readAnswers({ text, ids: [1] })]).toEqual([[1, { result: '0x1' }]])
  })

  test('null is a result, and an id may come back as text', () => {
    const text = JSON.stringify([
      { id: 1, result: null },
      { id: '2', result: 2 },
    ])
    expect([...readAnswers({ text, ids: [1, 2] })]).toEqual([
      [1, { result: null }],
      [2, { result: 2 }],
    ])
  })

  test('every request has an answer, or all have ours', () => {
    const texts = fc.oneof(fc.string(), fc.json(), fc.constant('<!doctype html>'), fc.constant('[{"id":1,"resu'))
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(readAnswers({ text, ids: [1, 2] }).size).toBe(2)
        } catch (error) {
          expect(error).toBeInstanceOf(FoyerError)
        }
      }),
    )
  })
})
