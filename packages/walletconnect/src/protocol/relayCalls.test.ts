import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { InvalidPayloadError } from './errors.js'
import {
  isDelivery,
  isUnknownRelayMethod,
  parseDelivery,
  type RelayMethod,
  relayBatch,
  relayResults,
} from './relayCalls.js'
import vectors from './vectors.json'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000

const { topic } = vectors.pairingTopic
const delivery = { topic, message: 'AAAA', publishedAt: 1_700_000_000_000, tag: 1108 }

describe('what a relay hands over', () => {
  test.each([
    ['nothing', {}],
    ['null', { attestation: null }],
    ['an empty text', { attestation: '' }],
  ])('has no attestation where it says %s', (_name, more) => {
    expect(parseDelivery({ id: 'ab', data: { ...delivery, ...more, new: 1 } })).toEqual(delivery)
  })

  test('has its attestation, and may lack a tag and a time', () => {
    expect(parseDelivery({ data: { ...delivery, attestation: 'a.b.c' } })).toEqual({
      ...delivery,
      attestation: 'a.b.c',
    })
    expect(parseDelivery({ data: { topic, message: '' } })).toEqual({ topic, message: '', publishedAt: 0, tag: 0 })
  })

  test.each([
    ['params', null],
    ['params.data', {}],
    ['params.data.topic', { data: { ...delivery, topic: 'ab' } }],
    ['params.data.message', { data: { ...delivery, message: 1 } }],
    ['params.data.publishedAt', { data: { ...delivery, publishedAt: 'now' } }],
  ])('is refused by its place: %s', (field, params) => {
    expect(() => parseDelivery(params)).toThrow(expect.objectContaining({ code: 'invalid_payload', field }))
  })

  test('is known by the ending of its method', () => {
    expect(['irn_subscription', 'waku_subscription'].every(isDelivery)).toBe(true)
    expect(isDelivery('irn_subscribe')).toBe(false)
  })
})

const answers: Readonly<Record<RelayMethod, unknown>> = {
  irn_publish: true,
  irn_batchSubscribe: [vectors.subscriptionId.id],
  wc_proposeSession: true,
  wc_approveSession: true,
}
const isMethod = (name: string): name is RelayMethod => Object.hasOwn(answers, name)

describe('what a relay answers', () => {
  test.each(Object.keys(answers).filter(isMethod))('%s', (method) => {
    expect(v.parse(relayResults[method], answers[method])).toEqual(answers[method])
    expect(v.is(relayResults[method], false)).toBe(false)
  })

  test('has no more ids than there can be topics', () => {
    expect(v.is(relayResults.irn_batchSubscribe, Array(relayBatch).fill('ab'))).toBe(true)
    expect(v.is(relayResults.irn_batchSubscribe, Array(relayBatch + 1).fill('ab'))).toBe(false)
  })

  test('a method that it doesn’t know is told from other refusals', () => {
    expect([-32_600, -32_601].map((code) => isUnknownRelayMethod({ code }))).toEqual([true, true])
    expect([-32_000, -32_603, 3_000].map((code) => isUnknownRelayMethod({ code }))).toEqual([false, false, false])
  })

  test('no value makes anything else happen', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        try {
          parseDelivery(value)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidPayloadError)
        }
      }),
      { numRuns },
    )
  })
})
