import * as fc from 'fast-check'
import {
  type Abi,
  type Address,
  createClient,
  createTestClient,
  decodeErrorResult,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
  parseEventLogs,
  parseUnits,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { call, getBalance, getBlock, readContract } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { devAccounts } from './accounts.js'
import { bytecodeOf } from './artefact.js'
import { deployMarket, type Market } from './deploy.js'
import { deployStrangeToken } from './deployStrangeToken.js'
import { sendUnlocked } from './sendUnlocked.js'
import { type StartedChain, startChain } from './startChain.js'

const abi = parseAbi([
  'constructor(address router, address feeRecipient, uint256 feeBps)',
  'function swapTokensForTokens(uint256 amountIn, uint256 minAmountOut, address[] path, uint256 deadline) returns (uint256)',
  'function swapTokensForNative(uint256 amountIn, uint256 minAmountOut, address[] path, uint256 deadline) returns (uint256)',
  'function swapNativeForTokens(uint256 minAmountOut, address[] path, uint256 deadline) payable returns (uint256)',
  'function sweep(address token)',
  'event FeeSwap(address indexed account, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 fee, uint256 amountOut)',
  'error FeeTooHigh(uint256 feeBps)',
  'error ZeroAddress()',
  'error Expired(uint256 deadline)',
  'error NoMinimum()',
  'error BadPath()',
  'error TooLittle(uint256 amountOut, uint256 minAmountOut)',
  'error ReentrancyGuardReentrantCall()',
  'error FailedCall()',
])
const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
])
const strangeAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function setTax(uint256 bps)',
  'function setCall(address target, bytes data)',
])

const [{ address: alice }] = devAccounts
const later = 2n ** 64n

let chain: StartedChain
let market: Market
let strange: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  market = await deployMarket({ url: chain.url })
  strange = await deployStrangeToken({ url: chain.url })
  const { router } = market
  for (const [token, amount] of [
    [strange, parseEther('2000000')],
    [tokenOf('FYR'), parseEther('1000000')],
  ] as const) {
    await send({ to: token, abi: strangeAbi, functionName: 'mint', args: [alice, amount] })
    await send({ to: token, abi: erc20Abi, functionName: 'approve', args: [router, parseEther('1000000')] })
  }
  const half = parseEther('1000000')
  const args = [strange, tokenOf('FYR'), half, half, 0n, 0n, alice, later] as const
  await send({ to: router, abi: routerAbi, functionName: 'addLiquidity', args })
})
afterAll(() => chain?.stop())

// Each test begins where the first did.
let snapshot: Hex
beforeEach(async () => {
  snapshot = await anvil().snapshot()
})
afterEach(() => anvil().revert({ id: snapshot }))

const client = () => createClient({ transport: http(chain.url, { retryCount: 0 }) })
const anvil = () => {
  const test = createTestClient({ mode: 'anvil', transport: http(chain.url) })
  return {
    snapshot: () =>
      test.request<{ Method: 'evm_snapshot'; Parameters: []; ReturnType: Hex }>({ method: 'evm_snapshot', params: [] }),
    revert: ({ id }: { id: Hex }) =>
      test.request<{ Method: 'evm_revert'; Parameters: [Hex]; ReturnType: boolean }>({
        method: 'evm_revert',
        params: [id],
      }),
    test,
  }
}

function tokenOf(symbol: string): Address {
  return market.tokens.find((token) => token.symbol === symbol)?.address ?? expect.fail()
}

interface Sent {
  to: Address
  abi: Abi
  functionName: string
  args: readonly unknown[]
  value?: bigint
}

const sendNow = (transaction: { to?: Address; data: Hex; value?: bigint }) =>
  sendUnlocked({ client: client(), transaction: { from: alice, gas: 5_000_000n, ...transaction } })

/** Sends from the first development account, whose key anvil holds. @throws what the contract reverts with, decoded */
async function send({ to, abi: of, functionName, args, value = 0n }: Sent): Promise<TransactionReceipt> {
  const data = encodeFunctionData({ abi: of, functionName, args })
  const receipt = await sendNow({ to, data, value })
  expect(receipt.status).toBe('success')
  return receipt
}

/** The error that a call to the fee router ends in. */
async function refusal(sent: Omit<Sent, 'to' | 'abi'>): Promise<string> {
  const data = encodeFunctionData({ abi: abi as Abi, functionName: sent.functionName, args: sent.args })
  return revertOf(call(client(), { account: alice, to: market.feeRouter, data, value: sent.value ?? 0n }))
}

async function revertOf(calling: Promise<unknown>): Promise<string> {
  const error = await calling.then(
    () => expect.fail('It went through.'),
    (cause: unknown) => cause,
  )
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('data' in cause && typeof cause.data === 'string' && cause.data.startsWith('0x') && cause.data.length >= 10) {
      return decodeErrorResult({ abi, data: `0x${cause.data.slice(2)}` }).errorName
    }
  }
  throw error
}

const held = (token: Address, of: Address) =>
  readContract(client(), { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [of] })
const allowed = (token: Address, spender: Address, owner: Address = alice) =>
  readContract(client(), { address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })
const approve = (token: Address, amount: bigint) =>
  send({ to: token, abi: erc20Abi, functionName: 'approve', args: [market.feeRouter, amount] })
const quoted = async (amount: bigint, path: readonly Address[]) => {
  const args = [amount, path] as const
  const amounts = await readContract(client(), {
    address: market.router,
    abi: routerAbi,
    functionName: 'getAmountsOut',
    args,
  })
  return amounts.at(-1) ?? 0n
}
const feeOf = (amount: bigint) => (amount * 85n) / 10_000n
const swap = (functionName: string, args: readonly unknown[], value = 0n) =>
  send({ to: market.feeRouter, abi, functionName, args, value })

/** After every swap: nothing of anything stays, nothing is left approved. */
async function expectNothingLeft(tokens: readonly Address[], feeRouter: Address = market.feeRouter) {
  for (const token of tokens) {
    expect(await held(token, feeRouter)).toBe(0n)
    expect(await allowed(token, feeRouter)).toBe(0n)
    expect(await allowed(token, market.router, feeRouter)).toBe(0n)
  }
  expect(await getBalance(client(), { address: feeRouter })).toBe(0n)
}

async function deployFeeRouter(feeBps: bigint): Promise<Address> {
  const args = [market.router, market.feeRecipient, feeBps] as const
  const data = encodeDeployData({ abi, bytecode: bytecodeOf('../contracts/FeeRouter.json'), args })
  const { contractAddress } = await sendNow({ data })
  return contractAddress ?? expect.fail('It has no address.')
}

describe('the fee', () => {
  test('[F27] is its share of what is sold, rounded down, whatever both are; the rest is swapped and nothing stays', async () => {
    const path = [strange, tokenOf('FYR')]
    const amount = fc.oneof(fc.bigInt(2n, 30_000n), fc.bigInt(30_000n, 2n ** 100n))
    const routers = [
      market.feeRouter,
      await deployFeeRouter(0n),
      await deployFeeRouter(1n),
      await deployFeeRouter(100n),
    ]
    const shares = [85n, 0n, 1n, 100n]
    await send({ to: strange, abi: strangeAbi, functionName: 'mint', args: [alice, 2n ** 110n] })
    await fc.assert(
      fc.asyncProperty(amount, fc.nat({ max: 3 }), async (amountIn, index) => {
        const fresh = await anvil().snapshot() // or else the pool would soon be sold out
        const [feeRouter, bps] = [routers[index] ?? expect.fail(), shares[index] ?? expect.fail()]
        const fee = (amountIn * bps) / 10_000n
        const [before, fees] = [await held(tokenOf('FYR'), alice), await held(strange, market.feeRecipient)]
        const out = await quoted(amountIn - fee, path)
        fc.pre(out > 0n)
        await send({ to: strange, abi: erc20Abi, functionName: 'approve', args: [feeRouter, amountIn] })
        const args = [amountIn, out, path, later]
        const { logs } = await send({ to: feeRouter, abi, functionName: 'swapTokensForTokens', args })
        expect((await held(strange, market.feeRecipient)) - fees).toBe(fee)
        expect((await held(tokenOf('FYR'), alice)) - before).toBe(out)
        const [event] = parseEventLogs({ abi, logs, eventName: 'FeeSwap' })
        const told = { account: alice, tokenIn: strange, tokenOut: path[1], amountIn, fee, amountOut: out }
        expect(event?.args).toEqual(told)
        await expectNothingLeft(path, feeRouter)
        await anvil().revert({ id: fresh })
      }),
      { numRuns: 30 },
    )
  })

  test('is taken on the way through three hops', async () => {
    const amountIn = 9_999n
    const path = [tokenOf('FYR'), tokenOf('DUSD'), market.weth, tokenOf('WBTC')]
    const amount = parseEther('1000') + amountIn
    const out = await quoted(amount - feeOf(amount), path)
    await approve(tokenOf('FYR'), amount)
    const before = await held(tokenOf('WBTC'), alice)
    await swap('swapTokensForTokens', [amount, out, path, later])
    expect((await held(tokenOf('WBTC'), alice)) - before).toBe(out)
    expect(await held(tokenOf('FYR'), market.feeRecipient)).toBe(feeOf(amount))
    await expectNothingLeft(path)
  })

  test('is 1 % at most, and goes to somebody', async () => {
    const deploy = (router: Address, recipient: Address, feeBps: bigint) => {
      const data = encodeDeployData({
        abi,
        bytecode: bytecodeOf('../contracts/FeeRouter.json'),
        args: [router, recipient, feeBps],
      })
      return call(client(), { account: alice, data })
    }
    expect(await revertOf(deploy(market.router, alice, 101n))).toBe('FeeTooHigh')
    expect(await revertOf(deploy(market.router, zeroAddress, 85n))).toBe('ZeroAddress')
    expect(await revertOf(deploy(zeroAddress, alice, 85n))).toBe('ZeroAddress')
    await deploy(market.router, alice, 100n)
    await deploy(market.router, alice, 0n)
  })
})

describe('the network’s own coin', () => {
  test('goes in, and its fee arrives as the coin itself', async () => {
    const value = parseEther('1.000000000000000001')
    const path = [market.weth, tokenOf('DUSD')]
    const [before, fees] = [
      await held(tokenOf('DUSD'), alice),
      await getBalance(client(), { address: market.feeRecipient }),
    ]
    const out = await quoted(value - feeOf(value), path)
    await swap('swapNativeForTokens', [out, path, later], value)
    expect((await held(tokenOf('DUSD'), alice)) - before).toBe(out)
    expect((await getBalance(client(), { address: market.feeRecipient })) - fees).toBe(feeOf(value))
    await expectNothingLeft(path)
  })

  test('comes out, to the account itself', async () => {
    const amountIn = parseUnits('3000', 6)
    const path = [tokenOf('DUSD'), market.weth]
    await approve(tokenOf('DUSD'), amountIn)
    const before = await getBalance(client(), { address: alice })
    const out = await quoted(amountIn - feeOf(amountIn), path)
    const { gasUsed, effectiveGasPrice } = await swap('swapTokensForNative', [amountIn, out, path, later])
    expect((await getBalance(client(), { address: alice })) - before + gasUsed * effectiveGasPrice).toBe(out)
    expect(await held(tokenOf('DUSD'), market.feeRecipient)).toBe(feeOf(amountIn))
    await expectNothingLeft(path)
  })

  test('isn’t taken by mistake: a bare transfer is refused', async () => {
    const sending = call(client(), { account: alice, to: market.feeRouter, value: 1n })
    await expect(sending).rejects.toThrow(/revert/)
  })

  test('a recipient of fees that refuses them stops the swap: nobody is charged what doesn’t arrive', async () => {
    await anvil().test.setCode({ address: market.feeRecipient, bytecode: '0xfe' })
    const path = [market.weth, tokenOf('DUSD')]
    expect(await refusal({ functionName: 'swapNativeForTokens', args: [1n, path, later], value: 10n ** 18n })).toBe(
      'FailedCall',
    )
  })
})

describe('[F27] what is asked for is enforced', () => {
  test('a minimum that isn’t reached, by one', async () => {
    const amountIn = parseUnits('30', 6)
    const dollars = [tokenOf('DUSD'), tokenOf('FYR')]
    await approve(tokenOf('DUSD'), amountIn)
    const out = await quoted(amountIn - feeOf(amountIn), dollars)
    const tokens = (least: bigint) =>
      refusal({ functionName: 'swapTokensForTokens', args: [amountIn, least, dollars, later] })
    expect(await tokens(out + 1n)).toBe('TooLittle')
    expect(await tokens(0n)).toBe('NoMinimum')

    const toCoin = [tokenOf('DUSD'), market.weth]
    const coin = await quoted(amountIn - feeOf(amountIn), toCoin)
    const native = { functionName: 'swapTokensForNative', args: [amountIn, coin + 1n, toCoin, later] }
    expect(await refusal(native)).toBe('TooLittle')

    const fromCoin = [market.weth, tokenOf('DUSD')]
    const value = parseEther('0.01')
    const bought = await quoted(value - feeOf(value), fromCoin)
    const sold = { functionName: 'swapNativeForTokens', args: [bought + 1n, fromCoin, later], value }
    expect(await refusal(sold)).toBe('TooLittle')
  })

  test('a deadline in the past; the last second still counts', async () => {
    const path = [market.weth, tokenOf('DUSD')]
    const { timestamp } = await getBlock(client())
    await anvil().test.request<{ Method: 'evm_setNextBlockTimestamp'; Parameters: [Hex]; ReturnType: unknown }>({
      method: 'evm_setNextBlockTimestamp',
      params: [numberToHex(timestamp + 1000n)],
    })
    await swap('swapNativeForTokens', [1n, path, timestamp + 1000n], 10n ** 18n)
    const args = [1n, path, timestamp + 999n] as const
    expect(await refusal({ functionName: 'swapNativeForTokens', args, value: 10n ** 18n })).toBe('Expired')
    for (const functionName of ['swapTokensForTokens', 'swapTokensForNative']) {
      expect(await refusal({ functionName, args: [1n, ...args] })).toBe('Expired')
    }
  })

  test('a path of one to three hops', async () => {
    const { weth } = market
    for (const path of [[], [weth], [weth, tokenOf('DUSD'), tokenOf('FYR'), weth, tokenOf('DUSD')]]) {
      expect(await refusal({ functionName: 'swapTokensForTokens', args: [1n, 1n, path, later] })).toBe('BadPath')
      expect(await refusal({ functionName: 'swapTokensForNative', args: [1n, 1n, path, later] })).toBe('BadPath')
      expect(await refusal({ functionName: 'swapNativeForTokens', args: [1n, path, later] })).toBe('BadPath')
    }
  })
})

describe('strange tokens', () => {
  const path = () => [strange, tokenOf('FYR')]
  const amountIn = parseEther('100')

  test('one that keeps a part of every transfer is counted by what arrives, in and out', async () => {
    await send({ to: strange, abi: strangeAbi, functionName: 'setTax', args: [200n] })
    await approve(strange, amountIn)
    const before = await held(tokenOf('FYR'), alice)
    await swap('swapTokensForTokens', [amountIn, parseEther('90'), path(), later])
    expect((await held(tokenOf('FYR'), alice)) - before).toBeGreaterThan(parseEther('90'))
    const fee = feeOf((amountIn * 98n) / 100n)
    expect(await held(strange, market.feeRecipient)).toBe(fee - (fee * 200n) / 10_000n)
    await expectNothingLeft(path())

    const back = [...path()].reverse()
    await approve(tokenOf('FYR'), amountIn)
    const full = await quoted(amountIn - feeOf(amountIn), back)
    // The router would say that it paid in full: only who measures at the account itself sees what is missing.
    expect(await refusal({ functionName: 'swapTokensForTokens', args: [amountIn, full, back, later] })).toBe(
      'TooLittle',
    )
    const net = full - (full * 200n) / 10_000n
    await swap('swapTokensForTokens', [amountIn, net, back, later])
    await expectNothingLeft(back)
  })

  test.each(['swapTokensForTokens', 'swapTokensForNative', 'swapNativeForTokens', 'sweep'])(
    'one that calls %s in the middle of a transfer stops the swap',
    async (functionName) => {
      const args = {
        swapTokensForTokens: [1n, 1n, path(), later],
        swapTokensForNative: [1n, 1n, path(), later],
        swapNativeForTokens: [1n, path(), later],
        sweep: [tokenOf('FYR')],
      }[functionName]
      const data = encodeFunctionData({ abi: abi as Abi, functionName, args: args ?? [] })
      await approve(strange, amountIn)
      await send({ to: strange, abi: strangeAbi, functionName: 'setCall', args: [market.feeRouter, data] })
      const outer = { functionName: 'swapTokensForTokens', args: [amountIn, 1n, path(), later] }
      expect(await refusal(outer)).toBe('ReentrancyGuardReentrantCall')
    },
  )
})

test('what somebody left there by mistake goes to the recipient, and never into another’s swap', async () => {
  const dusd = tokenOf('DUSD')
  await send({ to: dusd, abi: strangeAbi, functionName: 'mint', args: [market.feeRouter, 1_000n] })
  const path = [dusd, tokenOf('FYR')]
  await approve(dusd, 30_000_000n)
  await swap('swapTokensForTokens', [30_000_000n, 1n, path, later])
  expect(await held(dusd, market.feeRouter)).toBe(1_000n)
  const before = await held(dusd, market.feeRecipient)
  await swap('sweep', [dusd])
  expect(await held(dusd, market.feeRecipient)).toBe(before + 1_000n)
  await expectNothingLeft(path)
})

test('the account pays with what it approved and has, and nobody else’s', async () => {
  const path = [tokenOf('DUSD'), tokenOf('FYR')]
  const asking = call(client(), {
    account: alice,
    to: market.feeRouter,
    data: encodeFunctionData({ abi, functionName: 'swapTokensForTokens', args: [5n, 1n, path, later] }),
  })
  await expect(asking).rejects.toThrow(/revert/)
})
