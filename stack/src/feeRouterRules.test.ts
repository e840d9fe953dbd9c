import { type Abi, encodeFunctionData, type Hex, numberToHex, parseEther, parseUnits } from 'viem'
import { call, getBlock } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FeeRouterStage, feeOf, feeRouterAbi, later, openFeeRouterStage, strangeAbi } from './feeRouterStage.js'

let stage: FeeRouterStage
let begun: Hex
beforeAll(async () => {
  stage = await openFeeRouterStage()
})
afterAll(() => stage?.stop())
// Each test begins where the first did.
beforeEach(async () => {
  begun = await stage.snapshot()
})
afterEach(() => stage.revert({ id: begun }))

describe('[F27] what is asked for is enforced', () => {
  test('a minimum that isn’t reached, by one', async () => {
    const amountIn = parseUnits('30', 6)
    const dollars = [stage.tokenOf('DUSD'), stage.tokenOf('FYR')]
    await stage.approve(stage.tokenOf('DUSD'), amountIn)
    const out = await stage.quoted(amountIn - feeOf(amountIn), dollars)
    const tokens = (least: bigint) =>
      stage.refusal({ functionName: 'swapTokensForTokens', args: [amountIn, least, dollars, later] })
    expect(await tokens(out + 1n)).toBe('TooLittle')
    expect(await tokens(0n)).toBe('NoMinimum')

    const toCoin = [stage.tokenOf('DUSD'), stage.market.weth]
    const coin = await stage.quoted(amountIn - feeOf(amountIn), toCoin)
    const native = { functionName: 'swapTokensForNative', args: [amountIn, coin + 1n, toCoin, later] }
    expect(await stage.refusal(native)).toBe('TooLittle')

    const fromCoin = [stage.market.weth, stage.tokenOf('DUSD')]
    const value = parseEther('0.01')
    const bought = await stage.quoted(value - feeOf(value), fromCoin)
    const sold = { functionName: 'swapNativeForTokens', args: [bought + 1n, fromCoin, later], value }
    expect(await stage.refusal(sold)).toBe('TooLittle')
  })

  test('a deadline in the past; the last second still counts', async () => {
    const path = [stage.market.weth, stage.tokenOf('DUSD')]
    const { timestamp } = await getBlock(stage.client)
    await stage.client.request<{ Method: 'evm_setNextBlockTimestamp'; Parameters: [Hex]; ReturnType: unknown }>({
      method: 'evm_setNextBlockTimestamp',
      params: [numberToHex(timestamp + 1000n)],
    })
    await stage.swap('swapNativeForTokens', [1n, path, timestamp + 1000n], 10n ** 18n)
    const args = [1n, path, timestamp + 999n] as const
    expect(await stage.refusal({ functionName: 'swapNativeForTokens', args, value: 10n ** 18n })).toBe('Expired')
    for (const functionName of ['swapTokensForTokens', 'swapTokensForNative']) {
      expect(await stage.refusal({ functionName, args: [1n, ...args] })).toBe('Expired')
    }
  })

  test('a path of one to three hops', async () => {
    const { weth } = stage.market
    for (const path of [[], [weth], [weth, stage.tokenOf('DUSD'), stage.tokenOf('FYR'), weth, stage.tokenOf('DUSD')]]) {
      expect(await stage.refusal({ functionName: 'swapTokensForTokens', args: [1n, 1n, path, later] })).toBe('BadPath')
      expect(await stage.refusal({ functionName: 'swapTokensForNative', args: [1n, 1n, path, later] })).toBe('BadPath')
      expect(await stage.refusal({ functionName: 'swapNativeForTokens', args: [1n, path, later] })).toBe('BadPath')
    }
  })
})

describe('strange tokens', () => {
  const path = () => [stage.strange, stage.tokenOf('FYR')]
  const amountIn = parseEther('100')

  test('one that keeps a part of every transfer is counted by what arrives, in and out', async () => {
    await stage.send({ to: stage.strange, abi: strangeAbi, functionName: 'setTax', args: [200n] })
    await stage.approve(stage.strange, amountIn)
    const before = await stage.held(stage.tokenOf('FYR'), stage.alice)
    await stage.swap('swapTokensForTokens', [amountIn, parseEther('90'), path(), later])
    expect((await stage.held(stage.tokenOf('FYR'), stage.alice)) - before).toBeGreaterThan(parseEther('90'))
    const fee = feeOf((amountIn * 98n) / 100n)
    expect(await stage.held(stage.strange, stage.market.feeRecipient)).toBe(fee - (fee * 200n) / 10_000n)
    await stage.expectNothingLeft(path())

    const back = [...path()].reverse()
    await stage.approve(stage.tokenOf('FYR'), amountIn)
    const full = await stage.quoted(amountIn - feeOf(amountIn), back)
    // The router would say that it paid in full: only who measures at the account itself sees what is missing.
    expect(await stage.refusal({ functionName: 'swapTokensForTokens', args: [amountIn, full, back, later] })).toBe(
      'TooLittle',
    )
    const net = full - (full * 200n) / 10_000n
    await stage.swap('swapTokensForTokens', [amountIn, net, back, later])
    await stage.expectNothingLeft(back)
  })

  test.each(['swapTokensForTokens', 'swapTokensForNative', 'swapNativeForTokens', 'sweep'])(
    'one that calls %s in the middle of a transfer stops the swap',
    async (functionName) => {
      const args = {
        swapTokensForTokens: [1n, 1n, path(), later],
        swapTokensForNative: [1n, 1n, path(), later],
        swapNativeForTokens: [1n, path(), later],
        sweep: [stage.tokenOf('FYR')],
      }[functionName]
      const data = encodeFunctionData({ abi: feeRouterAbi as Abi, functionName, args: args ?? [] })
      await stage.approve(stage.strange, amountIn)
      await stage.send({
        to: stage.strange,
        abi: strangeAbi,
        functionName: 'setCall',
        args: [stage.market.feeRouter, data],
      })
      const outer = { functionName: 'swapTokensForTokens', args: [amountIn, 1n, path(), later] }
      expect(await stage.refusal(outer)).toBe('ReentrancyGuardReentrantCall')
    },
  )
})

test('tokens left there by mistake go to the recipient, and never into another’s swap', async () => {
  const dusd = stage.tokenOf('DUSD')
  await stage.send({ to: dusd, abi: strangeAbi, functionName: 'mint', args: [stage.market.feeRouter, 1_000n] })
  const path = [dusd, stage.tokenOf('FYR')]
  await stage.approve(dusd, 30_000_000n)
  await stage.swap('swapTokensForTokens', [30_000_000n, 1n, path, later])
  expect(await stage.held(dusd, stage.market.feeRouter)).toBe(1_000n)
  const before = await stage.held(dusd, stage.market.feeRecipient)
  await stage.swap('sweep', [dusd])
  expect(await stage.held(dusd, stage.market.feeRecipient)).toBe(before + 1_000n)
  await stage.expectNothingLeft(path)
})

test('the account pays with its own approved balance, and no other account’s', async () => {
  const path = [stage.tokenOf('DUSD'), stage.tokenOf('FYR')]
  const asking = call(stage.client, {
    account: stage.alice,
    to: stage.market.feeRouter,
    data: encodeFunctionData({ abi: feeRouterAbi, functionName: 'swapTokensForTokens', args: [5n, 1n, path, later] }),
  })
  await expect(asking).rejects.toThrow(/revert/)
})
