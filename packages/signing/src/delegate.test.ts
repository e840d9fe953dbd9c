import { expect, test } from 'vitest'
import { delegateAddress, delegateIn } from './delegate.js'

test('an account that was switched to a delegate names it; an account without code and a contract name none', () => {
  expect(delegateIn(`0xef0100${delegateAddress.slice(2)}`)).toBe(delegateAddress.toLowerCase())
  for (const code of ['0x', '0xef0100', '0x60806040', `0xef0100${'00'.repeat(21)}`])
    expect(delegateIn(code)).toBeUndefined()
})
