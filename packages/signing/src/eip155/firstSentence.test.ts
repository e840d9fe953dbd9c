import type { WalletNetwork } from '@foyer/core/words'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, headline, me, nobody, now, openStage, person, reads, type Stage } from './test/stage.js'

// A request with a gift never says less in its first sentence than that gift and whom it goes to, whatever else is in it.

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referral)',
])
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const pool: Address = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
const dollars = (amount: number) => BigInt(amount) * 10n ** 6n

let stage: Stage
let network: WalletNetwork
let dusd: Address
beforeAll(async () => {
  stage = await openStage()
  dusd = stage.tokenOf('DUSD')
  network = { ...stage.network, contracts: [...(stage.network.contracts ?? []), { address: pool, name: 'Aave' }] }
})
afterAll(() => stage.chain.stop())

interface Call {
  readonly to: Address
  readonly value?: Hex
  readonly data?: Hex
}
const transfer = (to: Address, amount: bigint, of = dusd): Call => ({
  to: of,
  data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
})
const coins = (to: Address, whole: string): Call => ({ to, value: toHex(parseEther(whole)) })
const approve = (spender: Address, amount: bigint): Call => ({
  to: dusd,
  data: encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] }),
})
const supply = (): Call => ({
  to: pool,
  data: encodeFunctionData({ abi, functionName: 'supply', args: [dusd, dollars(100), me, 0] }),
})
const batch = (...calls: readonly Call[]) => ({
  ...{ network, method: 'wallet_sendCalls' },
  params: [{ version: '2.0.0', chainId: '0x7a69', from: me, atomicRequired: true, calls }],
})
/** Nobody has them. */
const others = [1, 2, 3, 4].map((each): Address => `0x${`${each}`.repeat(40)}`)
const short = (address: Address) => `${address.slice(0, 4)}…${address.slice(-6)}`
const theirs = '0x70…dc79C8'

describe('beside a token that decimals aren’t known', () => {
  const mute = () => transfer(others[0] ?? person, 5n, nobody)

  test.each([
    ['tokens', () => transfer(person, dollars(5_000)), `You give 5,000.00 DUSD to ${theirs}.`],
    ['coins', () => coins(person, '1'), `You give 1 ETH to ${theirs}.`],
  ])('%s are said, and that the rest is unread', async (_, gift, first) => {
    expect(await headline(batch(gift(), mute()))).toBe(
      `${first} You give some of a token that we could not read (${short(nobody)}) to ${short(others[0] ?? person)}.`,
    )
    const said = await ask(batch(gift(), mute()))
    reads(said, { level: 'careful', warnings: ['decimals aren’t known'] })
  })

  test('with nothing beside it', async () => {
    const alone = { network, method: 'eth_sendTransaction', params: [{ from: me, ...mute() }] }
    reads(await ask(alone), { level: 'careful', warnings: ['decimals aren’t known'] })
  })
})

describe('what is put into a known contract for oneself', () => {
  test.each([
    ['one gift', [coins(person, '1')], `You give 1 ETH to ${theirs}.`],
    [
      'two gifts',
      [coins(person, '1'), coins(nobody, '2')],
      `You give 1 ETH to ${theirs}. You give 2 ETH to ${short(nobody)}.`,
    ],
  ])('is said beside %s, and with its contract', async (_, gifts, first) => {
    expect(await headline(batch(approve(pool, dollars(100)), supply(), ...gifts))).toBe(
      `${first} You give 100 DUSD to Aave.`,
    )
  })

  test('is never added to a gift of the same token', async () => {
    const one = batch(approve(pool, dollars(100)), supply(), transfer(person, dollars(1)))
    expect(await headline(one)).toBe(`You give 1 DUSD to ${theirs}. You give 100 DUSD to Aave.`)
  })
})

test('more recipients than are told one by one are counted', async () => {
  const four = others.map((to) => transfer(to, dollars(10)))
  expect(await headline(batch(...four))).toBe('You give 40 DUSD to 4 recipients.')
  expect(await headline(batch(...four, approve(pool, dollars(100)), supply()))).toBe(
    'You give 40 DUSD to 4 recipients. You give 100 DUSD to Aave.',
  )
})

describe('what is allowed within Permit2', () => {
  const within = (spender: Address, amount: bigint): Call => ({
    to: permit2,
    data: encodeFunctionData({
      abi: parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)']),
      args: [dusd, spender, amount, Number(now) + 1_800],
    }),
  })

  test('names who may take it', async () => {
    const stranger = others[1] ?? person
    expect(await headline(batch(approve(permit2, dollars(100)), within(stranger, dollars(100))))).toContain(
      `${short(stranger)} may take up to 100 DUSD.`,
    )
    reads(await ask(batch(approve(permit2, dollars(100)), within(person, dollars(100)))), {
      level: 'deliberate',
      facts: [`Spender: ${person}`],
    })
  })

  test('is used up by the exchange that it was for, and so is Permit2’s own', async () => {
    const swap = encodeFunctionData({
      abi: parseAbi([
        'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
      ]),
      args: [dollars(100), 24n * 10n ** 15n, [dusd, stage.market.weth], me, now + 1_200n],
    })
    const { router } = stage.market
    const asked = batch(approve(permit2, dollars(100)), within(router, dollars(100)), { to: router, data: swap })
    expect(await headline(asked)).toBe('You give 100 DUSD and get at least 0.024 ETH from Uniswap V2.')
    reads(await ask(asked), { level: 'plain', facts: ['May take afterwards: 0 DUSD'], warnings: [] })
  })
})
