import { expect, test } from 'vitest'
import { isSignature, isTransactionHash } from './hex.js'

const digits = (count: number) => `0x${'aB'.repeat(count).slice(0, count)}`

test('[S5.27] a transaction hash is 0x and 64 hex digits', () => {
  expect(isTransactionHash(digits(64))).toBe(true)
  for (const other of [digits(63), digits(65), digits(64).slice(2), `${digits(63)}g`, `${digits(64)}\n`, '', 1, null]) {
    expect(isTransactionHash(other)).toBe(false)
  }
})

test('[S5.28] a signed message is 0x and at least 62 hex digits', () => {
  for (const count of [62, 63, 130, 4000]) expect(isSignature(digits(count))).toBe(true)
  for (const other of [digits(61), digits(62).slice(2), `${digits(70)}g`, '0x', {}, undefined]) {
    expect(isSignature(other)).toBe(false)
  }
})
