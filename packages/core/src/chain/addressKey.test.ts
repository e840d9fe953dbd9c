import { expect, test } from 'vitest'
import { isSameKey } from './addressKey.js'

const hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

test.each([
  [hex, hex.toLowerCase(), true],
  [hex, `0x${hex.slice(2).toUpperCase()}`, true],
  [hex, hex.replace('0x', '0X'), false],
  [solana, solana, true],
  [solana, solana.toLowerCase(), false],
  [bitcoin, bitcoin.toUpperCase(), true],
  [bitcoin, bitcoin.replace('bc1', 'BC1'), false],
  [bitcoin, bitcoin.toUpperCase().replace('MDQ', 'MDP'), false],
  [undefined, undefined, true],
  [undefined, hex, false],
])('%s and %s', (one, other, isSame) => {
  expect(isSameKey(one, other)).toBe(isSame)
})
