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

test('the largest event that is kept is searched in no time, however it is made', () => {
  const fill = (part: string) => part.repeat(Math.ceil(4096 / part.length)).slice(0, 4096)
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
  // Of the processor, which a busy machine gives to others meanwhile.
  const before = process.cpuUsage()
  for (const part of worst) withoutSecrets({ text: fill(part), spaced: fill(`${part.repeat(250 / part.length)} `) })
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000 / worst.length).toBeLessThan(20)
})
