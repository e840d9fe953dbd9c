import { expect, test } from 'vitest'
import { receivedOf } from './trackedTransaction.js'

const event = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const [token, other] = [`0x${'Aa'.repeat(20)}`, `0x${'b'.repeat(40)}`]
const [me, pool] = [`0x${'Cd'.repeat(20)}`, `0x${'e'.repeat(40)}`]
const topic = (address: string) => `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`
const log = (from: string, to: string, amount: number, more: object = {}) => ({
  ...{ address: token.toLowerCase(), topics: [event, topic(from), topic(to)] },
  ...{ data: `0x${amount.toString(16).padStart(64, '0')}`, ...more },
})

test.each([
  ['what came', [log(pool, me, 7)], 7n],
  ['each of several times', [log(pool, me, 7), log(pool, me, 3)], 10n],
  ['without what went', [log(pool, me, 7), log(me, pool, 2)], 5n],
  ['nothing where as much went', [log(pool, me, 7), log(me, pool, 7)], undefined],
  ['nothing that came to others', [log(me, pool, 7), log(pool, pool, 9)], undefined],
  ['nothing of another token', [log(pool, me, 7, { address: other })], undefined],
  ['nothing that isn’t a transfer', [log(pool, me, 7, { topics: [other, topic(pool), topic(me)] })], undefined],
  ['no NFT', [log(pool, me, 7, { topics: [event, topic(pool), topic(me), topic(me)] })], undefined],
  ['nothing that can’t be read', [log(pool, me, 7, { data: '0x' })], undefined],
  ['nothing where nothing is logged', undefined, undefined],
] as const)('%s', (_, logs, received) => expect(receivedOf({ logs, token, account: me })).toBe(received))
