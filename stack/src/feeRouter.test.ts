import * as fc from 'fast-check'
import {
  type Address,
  encodeDeployData,
  erc20Abi,
  type Hex,
  parseEther,
  parseEventLogs,
  parseUnits,
  zeroAddress,
} from 'viem'
import { call, getBalance } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bytecodeOf } from './artefact.js'
import {
  type FeeRouterStage,
  feeOf,
  feeRouterAbi,
  later,
  openFeeRouterStage,
  revertOf,
  strangeAbi,
} from './feeRouterStage.js'

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

describe('the fee', () => {
  test('[F27] is its share of what is sold, rounded down, whatever both are; the rest is swapped and nothing stays', async () => {
    const path = [stage.strange, stage.tokenOf('FYR')]
    const amount = fc.oneof(fc.bigInt(2n, 30_000n), fc.bigInt(30_000n, 2n ** 100n))
    const routers = [
      stage.market.feeRouter,
      await stage.deployFeeRouter(0n),
      await stage.deployFeeRouter(1n),
      await stage.deployFeeRouter(100n),
    ]
    const shares = [85n, 0n, 1n, 100n]
    await stage.send({ to: stage.strange, abi: strangeAbi, functionName: 'mint', args: [stage.alice, 2n ** 110n] })
    await fc.assert(
      fc.asyncProperty(amount, fc.nat({ max: 3 }), async (amountIn, index) => {
        const fresh = await stage.snapshot() // or else the pool would soon be sold out
        const [feeRouter, bps] = [routers[index] ?? expect.fail(), shares[index] ?? expect.fail()]
        const fee = (amountIn * bps) / 10_000n
        const [before, fees] = [
          await stage.held(stage.tokenOf('FYR'), stage.alice),
          await stage.held(stage.strange, stage.market.feeRecipient),
        ]
        const out = await stage.quoted(amountIn - fee, path)
        fc.pre(out > 0n)
        await stage.send({ to: stage.strange, abi: erc20Abi, functionName: 'approve', args: [feeRouter, amountIn] })
        const args = [amountIn, out, path, later]
        const { logs } = await stage.send({
          to: feeRouter,
          abi: feeRouterAbi,
          functionName: 'swapTokensForTokens',
          args,
        })
        expect((await stage.held(stage.strange, stage.market.feeRecipient)) - fees).toBe(fee)
        expect((await stage.held(stage.tokenOf('FYR'), stage.alice)) - before).toBe(out)
        const [event] = parseEventLogs({ abi: feeRouterAbi, logs, eventName: 'FeeSwap' })
        const sent = { account: stage.alice, tokenIn: stage.strange, tokenOut: path[1], amountIn, fee, amountOut: out }
        expect(event?.args).toEqual(sent)
        await stage.expectNothingLeft(path, feeRouter)
        await stage.revert({ id: fresh })
      }),
      { numRuns: 30 },
    )
  })

  test('is taken on the way through three hops', async () => {
    const amountIn = 9_999n
    const path = [stage.tokenOf('FYR'), stage.tokenOf('DUSD'), stage.market.weth, stage.tokenOf('WBTC')]
    const amount = parseEther('1000') + amountIn
    const out = await stage.quoted(amount - feeOf(amount), path)
    await stage.approve(stage.tokenOf('FYR'), amount)
    const before = await stage.held(stage.tokenOf('WBTC'), stage.alice)
    await stage.swap('swapTokensForTokens', [amount, out, path, later])
    expect((await stage.held(stage.tokenOf('WBTC'), stage.alice)) - before).toBe(out)
    expect(await stage.held(stage.tokenOf('FYR'), stage.market.feeRecipient)).toBe(feeOf(amount))
    await stage.expectNothingLeft(path)
  })

  test('is 1 % at most, and has a recipient', async () => {
    const deploy = (router: Address, recipient: Address, feeBps: bigint) => {
      const data = encodeDeployData({
        abi: feeRouterAbi,
        bytecode: bytecodeOf('../contracts/FeeRouter.json'),
        args: [router, recipient, feeBps],
      })
      return call(stage.client, { account: stage.alice, data })
    }
    expect(await revertOf(deploy(stage.market.router, stage.alice, 101n))).toBe('FeeTooHigh')
    expect(await revertOf(deploy(stage.market.router, zeroAddress, 85n))).toBe('ZeroAddress')
    expect(await revertOf(deploy(zeroAddress, stage.alice, 85n))).toBe('ZeroAddress')
    await deploy(stage.market.router, stage.alice, 100n)
    await deploy(stage.market.router, stage.alice, 0n)
  })
})

describe('the network’s own coin', () => {
  test('goes in, and its fee arrives as the coin itself', async () => {
    const value = parseEther('1.000000000000000001')
    const path = [stage.market.weth, stage.tokenOf('DUSD')]
    const [before, fees] = [
      await stage.held(stage.tokenOf('DUSD'), stage.alice),
      await getBalance(stage.client, { address: stage.market.feeRecipient }),
    ]
    const out = await stage.quoted(value - feeOf(value), path)
    await stage.swap('swapNativeForTokens', [out, path, later], value)
    expect((await stage.held(stage.tokenOf('DUSD'), stage.alice)) - before).toBe(out)
    expect((await getBalance(stage.client, { address: stage.market.feeRecipient })) - fees).toBe(feeOf(value))
    await stage.expectNothingLeft(path)
  })

  test('comes out, to the account itself', async () => {
    const amountIn = parseUnits('3000', 6)
    const path = [stage.tokenOf('DUSD'), stage.market.weth]
    await stage.approve(stage.tokenOf('DUSD'), amountIn)
    const before = await getBalance(stage.client, { address: stage.alice })
    const out = await stage.quoted(amountIn - feeOf(amountIn), path)
    const { gasUsed, effectiveGasPrice } = await stage.swap('swapTokensForNative', [amountIn, out, path, later])
    expect((await getBalance(stage.client, { address: stage.alice })) - before + gasUsed * effectiveGasPrice).toBe(out)
    expect(await stage.held(stage.tokenOf('DUSD'), stage.market.feeRecipient)).toBe(feeOf(amountIn))
    await stage.expectNothingLeft(path)
  })

  test('isn’t taken by mistake: a bare transfer is refused', async () => {
    const sending = call(stage.client, { account: stage.alice, to: stage.market.feeRouter, value: 1n })
    await expect(sending).rejects.toThrow(/revert/)
  })

  test('a recipient of fees that refuses them stops the swap: no account is charged what doesn’t arrive', async () => {
    await stage.setCode({ address: stage.market.feeRecipient, bytecode: '0xfe' })
    const path = [stage.market.weth, stage.tokenOf('DUSD')]
    expect(
      await stage.refusal({ functionName: 'swapNativeForTokens', args: [1n, path, later], value: 10n ** 18n }),
    ).toBe('FailedCall')
  })
})
