import * as v from 'valibot'
import { expect, test } from 'vitest'
import { redeemCall } from './redeeming.js'

const hex = (bytes: number) => `0x${'ab'.repeat(bytes)}`
const asked = {
  ...{ pci: '0c0de000-0000-4000-8000-000000000000', call: { to: hex(20), value: '0', data: '0x' } },
  ...{ verificationGasLimit: 1, callGasLimit: 1, signature: hex(65), consent: hex(65), validUntil: 1 },
}

test.each([
  ['0', true],
  [String(2n ** 63n), true],
  [String(2n ** 64n), false],
  [String(2n ** 256n), false],
  ['-1', false],
  ['01', false],
])('a key’s operation counts by the EntryPoint’s key 0 alone: %s', (nonce, isTaken) => {
  expect(v.is(redeemCall.body, { ...asked, nonce })).toBe(isTaken)
})
