import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InsufficientCoinsError } from '../errors.js'
import type { Coin } from '../esplora/answers.js'
import { type Payer, planAll, planTransfer } from './coins.js'
import { dustLimit, feeFor, virtualSize } from './weights.js'

const payer: Payer = { type: 'p2wpkh', scriptLength: 22, mayHoldOrdinals: false }
const to = { scriptLength: 34 }
const coin = (value: bigint, index = 0, isConfirmed = true): Coin => ({
  txid: String(index).padStart(64, '0'),
  index,
  value,
  isConfirmed,
})

const rate = fc.bigInt({ min: 1000n, max: 500_000n })
const coins = fc
  .array(fc.record({ value: fc.bigInt({ min: 1n, max: 10n ** 10n }), isConfirmed: fc.boolean() }), { maxLength: 30 })
  .map((list) => list.map(({ value, isConfirmed }, index) => coin(value, index, isConfirmed)))

test('[F27] what goes in is what goes out and the fee, which is the rate’s for the size, or dust more', () => {
  fc.assert(
    fc.property(coins, rate, fc.bigInt({ min: 330n, max: 10n ** 10n }), (held, feeRate, amount) => {
      try {
        const { inputs, change, fee } = planTransfer({ coins: held, payer, to, amount, rate: feeRate })
        expect(inputs.reduce((sum, { value }) => sum + value, 0n)).toBe(amount + change + fee)
        const outputs = change > 0n ? [34, 22] : [34]
        const least = feeFor(virtualSize({ inputs: inputs.map(() => 'p2wpkh' as const), outputs }), feeRate)
        if (change > 0n) expect(fee).toBe(least)
        else expect(fee - least < dustLimit('p2wpkh') + feeFor(31n, feeRate) + 1n && fee >= least).toBe(true)
        expect(change === 0n || change >= dustLimit('p2wpkh')).toBe(true)
        expect(new Set(inputs).size).toBe(inputs.length)
      } catch (error) {
        // Only where all coins together don't cover it.
        expect(error).toBeInstanceOf(InsufficientCoinsError)
        const all = planAll({ coins: held, payer, to, rate: feeRate })
        expect(all.held < amount + all.fee).toBe(true)
      }
    }),
  )
})

test('mined coins are spent before those that wait', () => {
  const held = [coin(9_000n, 0, false), coin(5_000n, 1), coin(6_000n, 2)]
  const { inputs } = planTransfer({ coins: held, payer, to, amount: 4_000n, rate: 1000n })
  expect(inputs.map(({ index }) => index)).toEqual([2])
})

test('what may be an inscription is never spent from an address that holds them', () => {
  const held = [coin(546n), coin(10_000n, 1), coin(10_001n, 2)]
  const taproot: Payer = { type: 'p2tr', scriptLength: 34, mayHoldOrdinals: true }
  expect(planAll({ coins: held, payer: taproot, to, rate: 1000n }).held).toBe(10_001n)
  expect(() => planTransfer({ coins: held, payer: taproot, to, amount: 12_000n, rate: 1000n })).toThrow(
    InsufficientCoinsError,
  )
})

test('a coin that costs more than it holds is left where it is', () => {
  expect(planAll({ coins: [coin(600n), coin(50_000n, 1)], payer, to, rate: 10_000n }).held).toBe(50_000n)
})

test.each([
  [['p2wpkh'], [22, 22], 141n],
  [['p2wpkh'], [34, 22], 153n],
  [['p2tr'], [34, 34], 154n],
  [['p2sh'], [23, 23], 166n],
  [['p2pkh'], [25, 25], 227n],
] as const)('a transaction of %s and outputs of %s bytes has %s virtual bytes', (inputs, outputs, size) => {
  expect(virtualSize({ inputs, outputs })).toBe(size)
})
