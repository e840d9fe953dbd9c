import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutSecrets } from './withoutSecrets.js'

describe('[F28] nothing of a visitor is kept', () => {
  test.each([
    ['an address', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    ['an account', 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    ['an e-mail', 'ada@lovelace.example'],
    ['a pairing', `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'ab'.repeat(32)}`],
    ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJl'],
    ['a Solana address', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'],
  ])('%s, wherever it stands', (_, secret) => {
    const sent = { message: `no luck with ${secret}`, deep: [{ [secret]: [secret] }] }
    const kept = JSON.stringify(withoutSecrets(sent))
    for (const part of secret.split(/[^\w]/).filter((each) => each.length > 20)) expect(kept).not.toContain(part)
    expect(kept).not.toContain(secret)
  })
})

test('an event without personal data stays as it is', () => {
  const sent = {
    connected: true,
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    other: 'eip155:8453',
    name: 'MetaMask',
    amount: 12.5,
    none: null,
    exchanges: [{ id: 'local' }],
  }
  expect(withoutSecrets(sent)).toEqual(sent)
})

test('whatever comes, the shape stays, and it takes no time', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 4 })), (sent) => {
      const kept = withoutSecrets(sent)
      for (const [name, value] of Object.entries(sent)) {
        expect(Array.isArray(kept[name])).toBe(Array.isArray(value))
        expect(typeof kept[name]).toBe(typeof value)
      }
    }),
  )
  const sent = { one: 'a'.repeat(60_000), two: `${'a@'.repeat(30_000)} b` }
  expect(withoutSecrets(sent)).toEqual({ one: '[long]', two: '[long] b' })
})

test('an event is searched in time that grows as its length does, however it is made', () => {
  const worst = [
    'a',
    'a ',
    'aaa ',
    'abcdefgh, ',
    '0x',
    '0x1234567',
    '1',
    '1a',
    'a@',
    'a@b.',
    'eyJ.',
    '?',
    'bc1',
    ' ',
    '123456 ',
  ]
  const fill = (each: string, length: number) => each.repeat(Math.ceil(length / each.length)).slice(0, length)
  /** Measures the processor's time, not that which a busy machine gives to others, for as many events as make up 256 KiB. */
  const costOf = ({ part, length }: { part: string; length: number }) => {
    const sent = { text: fill(part, length), spaced: fill(`${part.repeat(250 / part.length)} `, length) }
    const before = process.cpuUsage()
    for (let searched = 0; searched < 262_144; searched += length) withoutSecrets(sent)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  // What looks at each letter from each other one takes 64 times as long for one of 256 KiB as for 64 of the 4 KiB that are kept.
  const growth = worst.map((part) => {
    const [kept, longer] = [costOf({ part, length: 4_096 }), costOf({ part, length: 262_144 })]
    return { part, times: longer / kept }
  })
  expect(growth.filter(({ times }) => times > 32)).toEqual([])
})
