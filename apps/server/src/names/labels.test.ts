import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createIsReserved, createZone, labelRefusal, normalizeName, skeletonOf } from './labels.js'

const isReserved = createIsReserved(['house'])
const refusal = (label: string) => labelRefusal({ label, isReserved })

describe('a label', () => {
  test.each([
    ...['alice', 'a-l-i-c-e', '1234', 'bob-42', 'x'.repeat(63)],
    ...['badminton', 'argentina', 'alice-wallet', 'help-me', 'my-team', 'teamo', '4444'],
  ])('%j can be given away', (label) => {
    expect(refusal(label)).toBeNull()
  })

  test.each([
    ['[S5.8] has at least 4 characters', 'bob', 'A name must be at least 4 characters long.'],
    ['[S5.9] has letters, digits and hyphens', 'al.ice', 'A name can only contain letters, numbers and hyphens.'],
    ['[S5.9] has letters of one script', 'аlice', 'A name can only contain letters, numbers and hyphens.'],
    ['[S5.9] has nothing that is not seen', 'ali\u200dce', 'A name can only contain letters, numbers and hyphens.'],
    ['has 63 characters at most', 'x'.repeat(64), 'A name can have 63 characters at most.'],
    ['is in small letters', 'Alice', 'Write the name in small letters.'],
    ['begins with no hyphen', '-alice', "A name can't begin or end with a hyphen."],
    ['ends with no hyphen', 'alice-', "A name can't begin or end with a hyphen."],
    ['is no other writing of another', 'xn--80ak6aa92e', "A name can't have two hyphens in a row."],
    ['has no two hyphens together', 'al--ice', "A name can't have two hyphens in a row."],
    ['is no office', 'support', 'This name is kept back. Choose another one.'],
    ['is no wallet', 'metamask', 'This name is kept back. Choose another one.'],
    ['is nothing that looks like a wallet', 'rneta-mask', 'This name is kept back. Choose another one.'],
    ['has no wallet between its hyphens', 'metamask-desk', 'This name is kept back. Choose another one.'],
    ['is no wallet with a number', 'metamask24', 'This name is kept back. Choose another one.'],
    ['is no brand of digits for letters', 'm3t4m4sk', 'This name is kept back. Choose another one.'],
    ['is no brand behind a digit', '7rezor24', 'This name is kept back. Choose another one.'],
    ['is no brand with a hyphen in it', 'meta-mask-desk', 'This name is kept back. Choose another one.'],
    [
      'has no voice of the operator between its hyphens',
      'alice-support',
      'This name is kept back. Choose another one.',
    ],
    ['is no voice with a number', '4dmin24', 'This name is kept back. Choose another one.'],
    ['is no reserved words in a row', 'supportteam', 'This name is kept back. Choose another one.'],
    ["has none of the operator's between its hyphens", 'the-house-2', 'This name is kept back. Choose another one.'],
    ["is none of the operator's", 'h0use', 'This name is kept back. Choose another one.'],
  ])('%s, so not %j', (_, label, sentence) => {
    expect(refusal(label)).toBe(sentence)
  })

  test('that passes is the one way to write itself, whatever it is', () => {
    const label = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z0-9-]{1,70}$/), fc.constant('alice'))
    fc.assert(
      fc.property(label, (text) => {
        if (refusal(text) !== null) return
        expect(normalizeName(text)).toBe(text)
        expect(text).toMatch(/^(?!-)(?!.*--)[a-z0-9-]{4,63}(?<!-)$/)
      }),
    )
  })
})

describe('a skeleton', () => {
  test.each([
    ['paypal', 'pay-pa1'],
    ['google', 'g00g1e'],
    ['market', 'rnarket'],
    ['wwwhale', 'vvwwhale'],
    ['alice', 'a1lce'],
    ['bobs', '8ob5'],
    ['zoe2', '2oez'],
    ['vitalik', 'v174l1k'],
    ['steve', '573v3'],
  ])('is the same for %s and %s', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other))
  })

  test.each([
    ['alice', 'alicf'],
    ['anna', 'hanna'],
    ['mark', 'marc'],
  ])('differs for %s and %s', (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other))
  })

  test('is its own skeleton, so that looking alike is one thing however it came about', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{1,63}$/), (label) => {
        expect(skeletonOf(skeletonOf(label))).toBe(skeletonOf(label))
      }),
    )
  })
})

describe('[S9.23] a zone', () => {
  const zone = createZone({ name: 'foyer.id', aliases: ['reown.id', 'wcn.id'] })

  test('is known by its own name and by others', () => {
    for (const each of ['foyer.id', 'reown.id', 'wcn.id']) {
      expect(zone.is(each)).toBe(true)
      expect(zone.labelOf(`alice.${each}`)).toBe('alice')
    }
    expect(zone.nameOf('alice')).toBe('alice.foyer.id')
  })

  test.each(['alice.foyer.io', 'alicefoyer.id', 'foyer.id', '.foyer.id', 'foyer.id.evil.example', ''])(
    'has nothing called %j',
    (name) => {
      expect(zone.labelOf(name)).toBeNull()
    },
  )
})
