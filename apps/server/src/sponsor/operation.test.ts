import { entryPoint } from '@foyer/evm/delegate'
import { type Hex, size } from 'viem'
import { expect, test } from 'vitest'
import { gasFor, handleOpsOf, type Operation } from './operation.js'
import { lateness } from './take.js'
import { singleOf } from './test/executing.js'

const operation: Operation = {
  chain: 31_337,
  sender: '0x00000000000000000000000000000000000000aa',
  nonce: 0n,
  callData: singleOf({ to: entryPoint, value: 0n, data: '0x' }),
  validUntil: 1_800_000_000,
  verificationGasLimit: 120_000,
  callGasLimit: 80_000,
  signature: `0x${'ff'.repeat(65)}`,
  authorization: null,
}
const word: Hex = `0x${'ff'.repeat(32)}`
const bytesOf = (of: Operation) => size(handleOpsOf(of, entryPoint))

test('a transaction’s gas is what it begins with, its bytes, what the EntryPoint wants, and what two calls deep leave of the rest', () => {
  const begins = 21_000 + 16 * bytesOf(operation) + 70_000
  expect(gasFor(operation)).toBe(begins + Math.ceil((200_000 * 64 * 64) / (63 * 63)))
  // Of what a call is given, a call gets 63 parts of 64, twice.
  expect(Math.floor(Math.floor(((gasFor(operation) - begins) * 63) / 64) * (63 / 64))).toBeGreaterThanOrEqual(199_999)
  const authorization = { nonce: 0, yParity: 0, r: word, s: word }
  expect(gasFor({ ...operation, authorization }) - gasFor(operation)).toBe(25_000)
})

test('it is never less than what is paid for its bytes alone', () => {
  const long = {
    ...operation,
    callData: singleOf({ to: entryPoint, value: 0n, data: `0x${'ff'.repeat(50_000)}` }),
    verificationGasLimit: 1,
    callGasLimit: 1,
  }
  expect(gasFor(long)).toBe(21_000 + 40 * bytesOf(long))
})

test('an operation’s end is late two minutes before its second, and too far away beyond a quarter of an hour', () => {
  const now = 1_000_000
  const said = [999, 1_120, 1_121, 1_900, 1_901].map((validUntil) => lateness({ validUntil, now }))
  expect(said).toEqual(['late', 'late', null, null, 'late'])
})
