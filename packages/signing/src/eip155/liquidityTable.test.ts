import type { Outside } from '@foyer/core/words'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isNextToNothing } from '../contracts/nextToNothing.js'
import { ask, headline, me, now, openStage, person, reads, type Stage, stranger } from './test/stage.js'

// What is put into pools of two and taken out of them.

const abi = parseAbi([
  'function addLiquidity(address tokenA, address tokenB, uint256 a, uint256 b, uint256 leastA, uint256 leastB, address to, uint256 deadline)',
  'function addLiquidityETH(address token, uint256 amount, uint256 leastToken, uint256 leastCoin, address to, uint256 deadline)',
  'function removeLiquidity(address tokenA, address tokenB, uint256 share, uint256 leastA, uint256 leastB, address to, uint256 deadline)',
  'function mint((address tokenA, address tokenB, uint24 fee, int24 lower, int24 upper, uint256 a, uint256 b, uint256 leastA, uint256 leastB, address to, uint256 deadline) position) payable returns (uint256)',
  'function removeLiquidityETH(address token, uint256 share, uint256 leastToken, uint256 leastCoin, address to, uint256 deadline)',
])

let stage: Stage
let dusd: Address
beforeAll(async () => {
  stage = await openStage()
  dusd = stage.tokenOf('DUSD')
})
afterAll(() => stage.chain.stop())

/** A dollar for one of it, and a hundred for one of the coin in either form. */
const worthOf: Outside['worthOf'] = async (all) =>
  all.map(({ contract, amount, decimals }) => {
    const price = contract === dusd ? 1n : 100n
    return { shown: '$', usd: (amount * price * 10n ** 18n) / 10n ** BigInt(decimals) }
  })
const asked = (data: Hex, value = 0n, to: Address = stage.market.router, outside: Outside = {}) => ({
  ...{ network: stage.network, method: 'eth_sendTransaction', outside },
  params: [{ from: me, to, data, value: `0x${value.toString(16)}` }],
})
const valued = (data: Hex, value = 0n) => asked(data, value, stage.market.router, { worthOf })
const soon = now + 1_200n
const hundred = 100_000_000n
const one = parseEther('1')
const both = (to: Address) =>
  encodeFunctionData({
    ...{ abi, functionName: 'addLiquidity' },
    args: [dusd, stage.market.weth, hundred, one, hundred - 1n, one - 1n, to, soon],
  })
const withCoin = (to: Address) =>
  encodeFunctionData({ abi, functionName: 'addLiquidityETH', args: [dusd, hundred, hundred - 1n, one - 1n, to, soon] })
const out = (to: Address) =>
  encodeFunctionData({
    ...{ abi, functionName: 'removeLiquidity' },
    args: [dusd, stage.market.weth, 5n, hundred, one, to, soon],
  })
const outWithCoin = () =>
  encodeFunctionData({ abi, functionName: 'removeLiquidityETH', args: [dusd, 5n, hundred, one, me, soon] })

test('[F13] what is put into a pool at a router that is known is no gift', async () => {
  reads(await ask(valued(both(me))), {
    level: 'plain',
    facts: [
      'You give at most: 100 DUSD (about $)',
      'You give at most: 1 WETH (about $)',
      'Until: 2027-01-15 08:20 UTC',
    ],
    warnings: [],
  })
  reads(await ask(valued(withCoin(me), one)), {
    level: 'plain',
    facts: ['You give at most: 100 DUSD (about $)', 'You give at most: 1 ETH (about $)'],
  })
  expect(await headline(asked(withCoin(me), one))).toBe(
    'You give up to 100 DUSD and up to 1 ETH and get an unknown amount of shares in the pool from Uniswap V2.',
  )
  reads(await ask(asked(withCoin(me), one, person)), {
    level: 'deliberate',
    warnings: ['its own word', 'price couldn’t be checked'],
  })
  reads(await ask(asked(both(person))), {
    level: 'deliberate',
    facts: ['You give at most: 100 DUSD', `Goes to: ${person}`],
    warnings: ['Somebody else gets'],
  })
})

/** From a price below the market's on. */
const selling = { lower: 232_000, upper: 240_000 }

test('[F13] of a position that begins with one of two tokens the other has no least', async () => {
  const minted = (leastA: bigint, ticks = selling) =>
    encodeFunctionData({
      ...{ abi, functionName: 'mint' },
      args: [
        {
          ...{ tokenA: dusd, tokenB: stage.market.weth, fee: 500, a: hundred, b: 0n, ...ticks },
          ...{ leastA, leastB: 0n, to: me, deadline: soon },
        },
      ],
    })
  // Below the market's price the dollars buy; at another they are given away.
  const priceless = { lower: -100, upper: 100 }
  reads(await ask(valued(minted(hundred - 1n))), {
    level: 'plain',
    facts: ['Pool: DUSD and WETH', 'Fee of the pool: 0.05 %', 'At prices: Between 37.797 and 84.115 DUSD for 1 WETH'],
    warnings: [],
  })
  reads(await ask(valued(minted(hundred - 1n, priceless))), { level: 'deliberate', warnings: ['worth far less'] })
  reads(await ask(asked(minted(hundred - 1n))), { level: 'deliberate', warnings: ['price couldn’t be checked'] })
  reads(await ask(asked(minted(0n))), { level: 'deliberate', warnings: ['next to nothing'] })
})

test('[F13] a pool’s price that nothing tells, or that isn’t the market’s, takes a step of its own', async () => {
  const put = (a: bigint, b: bigint, token = stage.market.weth) =>
    encodeFunctionData({
      ...{ abi, functionName: 'addLiquidity' },
      args: [dusd, token, a, b, a, b, me, soon],
    })
  const unsaid = ['price couldn’t be checked']
  reads(await ask(valued(put(hundred, one))), { level: 'plain', facts: ['Pool: DUSD and WETH'], warnings: [] })
  reads(await ask(valued(put(hundred, one / 20n))), { level: 'deliberate', warnings: ['worth far less'] })
  reads(await ask(asked(put(hundred, one))), { level: 'deliberate', warnings: unsaid })
  reads(await ask(valued(put(hundred, one, stranger))), { level: 'deliberate', warnings: ['decimals', ...unsaid] })
  // Of several calls by what is put in, whatever of that comes before.
  const batch = (b: bigint) => ({
    ...{ network: stage.network, method: 'wallet_sendCalls', outside: { worthOf } },
    params: [
      {
        ...{ version: '2.0.0', chainId: '0x7a69', from: me, atomicRequired: true },
        calls: [
          { to: stage.market.weth, value: toHex(b), data: '0xd0e30db0' },
          { to: stage.market.router, data: put(hundred, b) },
        ],
      },
    ],
  })
  reads(await ask(batch(one)), { level: 'plain', facts: ['Pool: DUSD and WETH'] })
  reads(await ask(batch(one / 20n)), { level: 'deliberate', warnings: ['worth far less'] })
})

test('[F13] what comes out of one comes to whom it says', async () => {
  reads(await ask(asked(out(me))), {
    level: 'plain',
    facts: [
      'You give: 0.000000000000000005 shares in the pool',
      'You get at least: 100 DUSD',
      'You get at least: 1 WETH',
    ],
  })
  expect(await headline(asked(out(me)))).toBe(
    'You give 0.000000000000000005 shares in the pool and get at least 100 DUSD and at least 1 WETH from Uniswap V2.',
  )
  reads(await ask(asked(outWithCoin())), { level: 'plain', facts: ['You get at least: 1 ETH'] })
  reads(await ask(asked(out(person))), {
    level: 'deliberate',
    facts: ['Others get at least: 100 DUSD', `Goes to: ${person}`],
    warnings: ['Somebody else gets'],
  })
})

test('[F13] what comes out for next to nothing at least takes a step of its own, and is never added to an exchange', async () => {
  const args = [dusd, one, 1n, 1n, me, soon] as const
  const data = encodeFunctionData({ abi, functionName: 'removeLiquidityETH', args })
  reads(await ask(asked(data)), { level: 'deliberate', warnings: ['next to nothing'] })
  const wrapped = { to: stage.market.weth, value: '0xde0b6b3a7640000', data: '0xd0e30db0' }
  const batch = {
    ...{ network: stage.network, method: 'wallet_sendCalls' },
    params: [
      {
        ...{ version: '2.0.0', chainId: '0x7a69', from: me, atomicRequired: true },
        calls: [wrapped, { to: stage.market.router, data }],
      },
    ],
  }
  reads(await ask(batch), { level: 'deliberate', facts: ['You give: 1 shares in the pool'] })
})

test('[F13] a token’s own word on its decimals, or on being an NFT, makes next to nothing no more', () => {
  const token = { address: person, symbol: 'X', isListed: false, isNamesake: false, isNft: true } as const
  for (const decimals of [undefined, 0, 2, 6])
    expect(isNextToNothing({ token: { ...token, decimals }, amount: 50n })).toBe(true)
  expect(isNextToNothing({ token: { ...token, isListed: true, decimals: 0 }, amount: 50n })).toBe(false)
  expect(isNextToNothing({ token: { ...token, decimals: 6 }, amount: 1_000_000n })).toBe(false)
})
