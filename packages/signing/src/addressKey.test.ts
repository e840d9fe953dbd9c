import { expect, test } from 'vitest'
import { isSameKey } from './addressKey.js'

const hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const base58 = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

test.each([
  [hex, hex.toLowerCase(), true],
  [hex, `0x${hex.slice(2).toUpperCase()}`, true],
  [hex, hex.replace('0x', '0X'), false],
  [base58, base58, true],
  [base58, base58.toLowerCase(), false],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', false],
  [undefined, undefined, true],
  [undefined, hex, false],
])('%s and %s', (one, other, isSame) => {
  expect(isSameKey(one, other)).toBe(isSame)
})
