import { expect, test } from 'vitest'
import { fakeChain } from '../test/fakeChain.js'
import { failureReason } from './failureReason.js'

const reasonOf = (transaction: unknown) =>
  failureReason({ chain: fakeChain({ getTransaction: () => transaction }).chain, hash: 'h' })
const custom = { InstructionError: [0, { Custom: 6001 }] }

test.each<readonly [string, readonly string[], string]>([
  [
    'the program’s own sentence, not the runtime’s number behind it',
    [
      'Program Jup6 invoke [1]',
      'Program log: Error: Slippage exceeded',
      'Program Jup6 failed: custom program error: 0x1771',
    ],
    'Slippage exceeded',
  ],
  ['the sentence of Anchor', ['Program log: AnchorError occurred. Error Message: Too late.'], 'Too late.'],
  ['an error without a log mark', ['Program Error: out of rent'], 'out of rent'],
  [
    'the runtime’s words where there are no others',
    ['Program Vote failed: invalid account data'],
    'invalid account data',
  ],
  [
    'the last number where there are numbers alone',
    ['Program In failed: custom program error: 0x1', 'Program Out failed: custom program error: 0x2'],
    'custom program error: 0x2',
  ],
  [
    'the last of three numbers',
    ['1', '2', '3'].map((each) => `Program Out failed: custom program error: 0x${each}`),
    'custom program error: 0x3',
  ],
  [
    'a sentence that only speaks of such an error',
    ['Program log: Error: a custom program error of mine', 'Program Out failed: custom program error: 0x2'],
    'a custom program error of mine',
  ],
])('of a failed transaction’s log it is %s', async (_, logMessages, reason) => {
  expect(await reasonOf({ meta: { err: custom, logMessages } })).toBe(reason)
})

test.each<readonly [unknown, string]>([
  [custom, 'InstructionError: Custom 6001'],
  [{ InstructionError: [2, 'InvalidAccountData'] }, 'InstructionError: InvalidAccountData'],
  [{ InstructionError: [2, null] }, 'InstructionError: null'],
  [{ InstructionError: [2, {}] }, 'InstructionError: '],
  [{ InstructionError: 'AccountInUse' }, 'InstructionError'],
  [{ InsufficientFundsForRent: { account_index: 0 } }, 'InsufficientFundsForRent'],
  [{ DuplicateInstruction: [7, 8] }, 'DuplicateInstruction'],
  ['BlockhashNotFound', 'BlockhashNotFound'],
  [false, 'false'],
])('without words in the log it is the chain’s own name: %j', async (err, reason) => {
  for (const logMessages of [undefined, null, [], ['Program 11 invoke [1]']])
    expect(await reasonOf({ meta: { err, logMessages } })).toBe(reason.trim())
})

test.each([null, { meta: null }, { meta: { err: null } }])(
  'what succeeded, or isn’t kept, has no reason: %j',
  async (transaction) => {
    expect(await reasonOf(transaction)).toBeUndefined()
  },
)

test.each([
  ['processed', 'confirmed'],
  ['confirmed', 'confirmed'],
  ['finalized', 'finalized'],
] as const)('a kit that waits for %s reads a transaction that is %s', async (level, commitment) => {
  const { chain, asked } = fakeChain({ getTransaction: () => null }, { commitment: level })
  await failureReason({ chain, hash: 'h' })
  const options = { commitment, encoding: 'json', maxSupportedTransactionVersion: 0 }
  expect(asked).toEqual([['getTransaction', ['h', options]]])
})
