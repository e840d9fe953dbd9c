import type { Transfer } from '@foyer/core'
import { bitcoin } from '@foyer/core/networks'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../addresses/readAddress.js'
import { type Payer, payerOf, planAll, planTransfer } from '../coins/coins.js'
import { dustLimit, feeFor, virtualSize } from '../coins/weights.js'
import type { Coin } from '../esplora/answers.js'
import { fakeEsplora } from '../test/fakeEsplora.js'
import { checkAmount, checkedTransfer, estimateFee, feeRates } from './fees.js'
import { planReplacement } from './replacementPlan.js'

const addresses = {
  p2pkh: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  p2sh: '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
  p2wpkh: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  p2wsh: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  p2tr: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
} as const
const elsewhere = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const coinAsset = { type: 'coin' } as const
const payer: Payer = { type: 'p2wpkh', scriptLength: 22, mayHoldOrdinals: false }
const to = { scriptLength: 22 }
const coin = (value: bigint | number, index = 0, isConfirmed = true): Coin => ({
  ...{ txid: '11'.repeat(32), index, value: BigInt(value), isConfirmed },
})
const errorOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('a rate', () => {
  test.each<readonly [Readonly<Record<string, number>>, bigint, bigint]>([
    [{}, 1_000n, 1_500n],
    [{ '3': 0.5, '1': 0.9 }, 1_000n, 1_500n],
    [{ '1': 10, '2': 5, '3': 2.5, '6': 1 }, 2_500n, 15_000n],
    // Of two that are as near, the one for fewer blocks.
    [{ '2': 5, '4': 7 }, 5_000n, 7_500n],
    [{ '4': 7, '2': 5 }, 5_000n, 7_500n],
    [{ '144': 3, '1008': 2 }, 3_000n, 4_500n],
    [{ '5': 3, '2': 4 }, 4_000n, 6_000n],
    // A ledger whose estimates are upside down.
    [{ '1': 2, '3': 8 }, 8_000n, 12_000n],
    [{ '3': 1.0001 }, 1_001n, 1_501n],
    [{ '3': 1 }, 1_000n, 1_500n],
  ])('of %j is the one for three blocks, and half as much again as the highest', async (estimates, usual, most) => {
    const { esplora } = fakeEsplora({ '/fee-estimates': estimates })
    expect(await feeRates({ esplora })).toEqual({ usual, most })
  })

  test.each([
    [0n, 1_000n, 0n],
    [141n, 1_000n, 141n],
    [141n, 1_001n, 142n],
    [1_000n, 1_001n, 1_001n],
  ])('of %d virtual bytes at %d costs %d', (size, rate, fee) => {
    expect(feeFor(size, rate)).toBe(fee)
  })
})

test.each([
  [0, 1, 42n],
  [252, 1, 17_178n],
  [253, 1, 17_248n],
  [1, 252, 7_891n],
  [1, 253, 7_924n],
])('%i inputs and %i outputs are %d virtual bytes', (inputs, outputs, size) => {
  const made = {
    inputs: Array.from({ length: inputs }, () => 'p2wpkh' as const),
    outputs: Array.from({ length: outputs }, () => 22),
  }
  expect(virtualSize(made)).toBe(size)
})

describe('[F27] the coins that pay', () => {
  test('are worth more than they cost, and no more than a thousand', () => {
    const held = (coins: readonly Coin[], who = payer) => planAll({ coins, payer: who, to, rate: 1_000n }).held
    expect(held([coin(68), coin(69, 1)])).toBe(69n)
    expect(held(Array.from({ length: 1_001 }, (_, index) => coin(1_000 + index)))).toBe(1_500_500n)
    const taproot: Payer = { type: 'p2tr', scriptLength: 34, mayHoldOrdinals: true }
    expect(held([coin(10_000), coin(10_001, 1)], taproot)).toBe(10_001n)
    expect(planAll({ coins: [coin(1_000), coin(2_000)], payer, to, rate: 1_500n })).toEqual({ held: 3_000n, fee: 267n })
  })

  test('are the large before the small, those that wait behind all others', () => {
    const coins = [coin(5_000, 1), coin(9_000, 2, false), coin(7_000, 3), coin(7_000, 4), coin(8_000, 5, false)]
    const { inputs } = planTransfer({ coins, payer, to, amount: 34_000n, rate: 1_000n })
    expect(inputs.map(({ index }) => index)).toEqual([3, 4, 1, 2, 5])
  })

  test.each<readonly [amount: bigint, change: bigint, fee: bigint]>([
    // 110 virtual bytes without change, 141 with it; change of less than 294 is none.
    [99_565n, 294n, 141n],
    [99_566n, 0n, 434n],
    [99_890n, 0n, 110n],
    [50_000n, 49_859n, 141n],
  ])('for %d of 100,000 satoshis leave a change of %d and a fee of %d', (amount, change, fee) => {
    const coins = [coin(100_000)]
    expect(planTransfer({ coins, payer, to, amount, rate: 1_000n })).toEqual({ inputs: coins, amount, change, fee })
  })

  test('don’t cover a satoshi more than they hold', () => {
    const failed = errorOf(() => planTransfer({ coins: [coin(100_000)], payer, to, amount: 99_891n, rate: 1_000n }))
    expect(failed).toMatchObject({ code: 'insufficient_coins' })
  })
})

describe('a transfer', () => {
  const work = (more: Partial<Transfer> = {}) => ({
    transfer: { to: addresses.p2wpkh, asset: coinAsset, amount: 1_000n, ...more },
  })
  const checked = (address: string, more?: Partial<Transfer>) =>
    checkedTransfer({ address, network: bitcoin, work: work(more) })

  test.each(['p2pkh', 'p2sh', 'p2wpkh', 'p2tr'] as const)('goes out from an address of %s', (type) => {
    const [from, recipient] = [readAddress(addresses[type]), readAddress(addresses.p2wpkh)]
    expect(checked(addresses[type])).toEqual({
      from,
      payer: { type, scriptLength: from?.script.length, mayHoldOrdinals: type === 'p2tr' },
      to: recipient,
      amount: 1_000n,
    })
  })

  test.each<readonly [string, string, Partial<Transfer>, string]>([
    ['from several keys', addresses.p2wsh, {}, 'account'],
    ['from another network', elsewhere, {}, 'account'],
    ['from no address', 'alice', {}, 'account'],
    ['to another network', addresses.p2wpkh, { to: elsewhere }, 'to'],
    ['to no address', addresses.p2wpkh, { to: 'bob' }, 'to'],
    ['of a token', addresses.p2wpkh, { asset: { type: 'token', address: 'rune' } }, 'asset'],
  ])('[F18] %s can’t be sent', (_, address, more, field) => {
    expect(errorOf(() => checked(address, more))).toMatchObject({ code: 'invalid_bitcoin_transfer', facts: { field } })
  })

  test('[F18] that is a PSBT is none', () => {
    const call = { call: { psbt: '', inputs: [0] } }
    expect(errorOf(() => checkedTransfer({ address: addresses.p2wpkh, network: bitcoin, work: call }))).toMatchObject({
      facts: { field: 'asset' },
    })
  })

  test.each([
    ['p2pkh', 546n],
    ['p2sh', 540n],
    ['p2wpkh', 294n],
    ['p2wsh', 330n],
    ['p2tr', 330n],
  ] as const)(
    '[F27] to an address of %s is of %d satoshis or more, and of no more than there will be',
    (type, least) => {
      const recipient = readAddress(addresses[type])
      if (!recipient) throw new Error('It is an address.')
      const most = 2_100_000_000_000_000n
      expect(dustLimit(type)).toBe(least)
      for (const amount of [least, most]) checkAmount({ amount, to: recipient })
      for (const amount of [least - 1n, most + 1n, 0n, -1n])
        expect(errorOf(() => checkAmount({ amount, to: recipient }))).toMatchObject({ facts: { field: 'amount' } })
    },
  )
})

describe('[F27] an estimate', () => {
  const estimated = (sats: readonly number[], amount: bigint, rates: Readonly<Record<string, number>> = {}) => {
    const coins = sats.map((value, vout) => ({ txid: '11'.repeat(32), vout, value, status: { confirmed: true } }))
    const { esplora } = fakeEsplora({ '/fee-estimates': rates, [`/address/${addresses.p2wpkh}/utxo`]: coins })
    const transfer = { to: addresses.p2wpkh, asset: coinAsset, amount }
    return estimateFee({ esplora, address: addresses.p2wpkh, network: bitcoin, work: { transfer } })
  }

  test.each<readonly [string, readonly number[], bigint, bigint, bigint, bigint]>([
    ['with change', [100_000], 50_000n, 141n, 165n, 99_835n],
    ['of all', [100_000], 99_890n, 110n, 165n, 99_835n],
    ['of more than there is', [100_000], 99_891n, 165n, 165n, 99_835n],
    ['of nothing held', [], 1_000n, 63n, 63n, 0n],
    ['of what the fee eats', [165], 1_000n, 165n, 165n, 0n],
    ['of a satoshi more', [166], 1_000n, 165n, 165n, 1n],
    // Coins that are worth spending at the usual rate, and not at the highest.
    ['of many small coins', Array.from({ length: 16 }, () => 90), 294n, 1_146n, 1_146n, 0n],
  ])('%s', async (_, sats, amount, value, most, maxAmount) => {
    expect(await estimated(sats, amount)).toEqual({ value, most, decimals: 8, symbol: 'BTC', maxAmount })
  })

  test('is at the usual rate, and at most at half as much again as the highest', async () => {
    expect(await estimated([100_000], 50_000n, { '1': 10, '3': 4 })).toMatchObject({ value: 564n, most: 1_650n })
  })
})

describe('[F27] what takes a transaction’s place', () => {
  const own = readAddress(addresses.p2wpkh)?.script ?? new Uint8Array()
  const replaced = (
    inputs: readonly Coin[],
    paid: readonly number[],
    {
      former = { fee: 1_000n, weight: 100_000n },
      rate = 1_000n,
      coins = [],
    }: {
      readonly former?: { readonly fee: bigint; readonly weight: bigint }
      readonly rate?: bigint
      readonly coins?: readonly Coin[]
    } = {},
  ) =>
    errorOf(() => {
      const outputs = paid.map((value) => ({ script: own, value: BigInt(value) }))
      const plan = planReplacement({ inputs, paid: outputs, coins, payer, own, former, rate })
      return { ...plan, inputs: plan.inputs.map(({ value }) => value), outputs: plan.outputs.map(({ value }) => value) }
    })
  const one = [coin(100_000)]

  test.each([
    ['pays a quarter more than the former', { former: { fee: 1_000n, weight: 562n } }, 1_255n],
    ['pays what is usual now', { former: { fee: 1_000n, weight: 562n }, rate: 20_000n }, 2_820n],
    ['pays the former and its own relaying at least', {}, 1_141n],
  ] as const)('%s', (_, options, fee) => {
    const outputs = [50_000n, 50_000n - fee]
    expect(replaced(one, [50_000], options)).toEqual({ inputs: [100_000n], outputs, fee })
  })

  test.each([
    ['leaves change of 294', [98_565], [98_565n, 294n], 1_141n],
    ['leaves no less', [98_566], [98_566n], 1_434n],
    ['leaves nothing', [98_890], [98_890n], 1_110n],
  ] as const)('%s', (_, paid, outputs, fee) => {
    expect(replaced(one, paid)).toEqual({ inputs: [100_000n], outputs, fee })
  })

  test('takes further coins that are mined, one by one', () => {
    const coins = [coin(4_000, 1), coin(50_000, 2, false), coin(5_000, 3)]
    // 68 virtual bytes more for each.
    expect(replaced(one, [98_891], { coins })).toEqual({
      ...{ inputs: [100_000n, 5_000n], outputs: [98_891n, 4_900n], fee: 1_209n },
    })
    expect(replaced(one, [104_000], { coins })).toMatchObject({ inputs: [100_000n, 5_000n, 4_000n] })
    expect(replaced(one, [98_891], { coins: coins.slice(1, 2) })).toMatchObject({ code: 'insufficient_coins' })
  })

  test('brings all back where it cancels, and never nothing', () => {
    expect(replaced([coin(1_404)], [])).toEqual({ inputs: [1_404n], outputs: [294n], fee: 1_110n })
    expect(replaced([coin(1_403)], [])).toMatchObject({ code: 'insufficient_coins' })
    expect(replaced([coin(1_403)], [], { coins: [coin(1_000, 1)] })).toEqual({
      ...{ inputs: [1_403n, 1_000n], outputs: [1_225n], fee: 1_178n },
    })
  })

  test('is paid by an address of one key', () => {
    expect(payerOf({ type: 'p2wsh', scriptLength: 34 })).toBeUndefined()
    expect(payerOf({ type: 'p2tr', scriptLength: 34 })).toEqual({
      type: 'p2tr',
      scriptLength: 34,
      mayHoldOrdinals: true,
    })
  })
})
