import type { Outside } from '@foyer/core/words'
import { type Address, encodeFunctionData, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abi, ask, me, nobody, now, openStage, person, reads, type Stage, stranger } from './test/stage.js'

// What is got, and what it is worth beside what is given.

const far = 'worth far less than what you give'
const open = 'couldn’t be checked'

let stage: Stage
let dusd: Address
let weth: Address
beforeAll(async () => {
  stage = await openStage()
  dusd = stage.tokenOf('DUSD')
  weth = stage.market.weth
})
afterAll(() => stage.chain.stop())

/** Dollars for one whole of each that has a price. */
const pricing = (prices: { readonly coin?: number; readonly dusd?: number; readonly weth?: number }): Outside => ({
  worthOf: async (amounts) =>
    amounts.map(({ contract, amount, decimals }) => {
      const price = contract === undefined ? prices.coin : contract === dusd ? prices.dusd : prices.weth
      const usd = price && (amount * BigInt(price) * 10n ** 18n) / 10n ** BigInt(decimals)
      return usd === undefined || usd === 0 ? undefined : { shown: '$', usd }
    }),
})
const known = pricing({ coin: 3_000, dusd: 1, weth: 3_000 })

const swapOf = (get: bigint, { to = me, bought = weth }: { to?: Address; bought?: Address } = {}): Hex =>
  encodeFunctionData({
    ...{ abi, functionName: 'swapExactTokensForTokens' },
    args: [3_000_000_000n, get, [dusd, bought], to, now + 1_200n],
  })
const call = (to: Address, data: Hex, outside: Outside = known, value = 0n) =>
  ask({
    ...{ network: stage.network, method: 'eth_sendTransaction', outside },
    params: [{ from: me, to, data, value: `0x${value.toString(16)}` }],
  })
const batch = (calls: readonly object[], outside: Outside = known) =>
  ask({
    ...{ network: stage.network, method: 'wallet_sendCalls', outside },
    params: [{ version: '2.0.0', chainId: '0x7a69', from: me, atomicRequired: true, calls }],
  })

/** Returns a simulation that saw changes of the coin, and of other tokens by their contract. */
const seen = (...changes: readonly (readonly [Address | undefined, string])[]): Outside => ({
  ...known,
  simulate: async () => ({
    ...{ status: 'known', by: 'eth_simulateV1', block: 17, names: [], allowances: [], gas: '21000' },
    changes: changes.map(([contract, amount]) =>
      contract === undefined
        ? { kind: 'coin', amount }
        : {
            kind: 'token',
            contract,
            amount,
            symbol: 'T',
            decimals: contract === dusd ? 6 : 18,
            isListed: contract !== stage.tokenOf('FYR'),
          },
    ),
  }),
})

describe('what is exchanged', () => {
  test('for what is worth far less takes a step of its own; for a fifth less, or for more, it doesn’t', async () => {
    const { router } = stage.market
    reads(await call(router, swapOf(parseEther('0.79'))), { level: 'deliberate', warnings: [far] })
    reads(await call(router, swapOf(parseEther('0.8'))), { level: 'plain', warnings: [] })
    reads(await call(router, swapOf(parseEther('2'))), { level: 'plain', warnings: [] })
  })

  test('next to nothing, and less than a simulation saw, is said once', async () => {
    const { router } = stage.market
    reads(await call(router, swapOf(1n)), { level: 'deliberate', warnings: ['next to nothing'] })
    const outside = seen([dusd, '-3000000000'], [weth, `${parseEther('1')}`])
    reads(await call(router, swapOf(parseEther('0.3')), outside), {
      ...{ level: 'deliberate', warnings: ['than the simulation shows'] },
    })
  })

  test('of which one side alone has a price, that is said; nothing is where neither has, or no price is asked for', async () => {
    const { router } = stage.market
    const data = swapOf(parseEther('0.3'))
    reads(await call(router, data, pricing({ dusd: 1 })), { level: 'careful', warnings: [open] })
    reads(await call(router, data, pricing({ weth: 3_000 })), { level: 'careful', warnings: [open] })
    reads(await call(router, data, pricing({})), { level: 'plain', warnings: [] })
    reads(await call(router, data, {}), { level: 'plain', warnings: [] })
  })

  test('what was simulated needs no price of what is given; of a token that nobody lists none helps', async () => {
    const { router } = stage.market
    const outside = { ...seen([dusd, '-3000000000'], [weth, `${parseEther('1')}`]), ...pricing({ weth: 3_000 }) }
    reads(await call(router, swapOf(parseEther('0.99')), outside), { level: 'plain', warnings: [] })
    const unlisted = stage.tokenOf('FYR')
    const bought = seen([dusd, '-3000000000'], [unlisted, `${parseEther('9')}`])
    reads(await call(router, swapOf(parseEther('9'), { bought: unlisted }), bought), {
      ...{ level: 'careful', warnings: [open] },
    })
  })

  test('in a batch is judged without what is given away beside it, and each call by itself', async () => {
    const { router } = stage.market
    const swap = (get: string) => ({ to: router, data: swapOf(parseEther(get)) })
    const gift = { to: person, value: '0x8ac7230489e80000' }
    reads(await batch([gift, swap('0.9')]), { level: 'plain', warnings: [] })
    reads(await batch([gift, swap('0.5')]), { level: 'deliberate', warnings: [far] })
    const outside = seen([undefined, `-${parseEther('10')}`], [dusd, '-3000000000'], [weth, `${parseEther('1')}`])
    reads(await batch([gift, swap('0.9')], outside), { level: 'plain', warnings: [] })
  })

  test('with a contract that isn’t known is judged by what was simulated', async () => {
    const fair = seen([dusd, '-3000000000'], [weth, `${parseEther('1')}`])
    const poor = seen([dusd, '-3000000000'], [weth, `${parseEther('0.5')}`])
    const data = swapOf(parseEther('0.4'))
    expect((await call(nobody, data, fair)).warnings.join()).not.toContain(far)
    const said = await call(nobody, data, poor)
    expect([said.level, said.warnings.join()]).toEqual(['deliberate', expect.stringContaining(far)])
    const unread = await call(stranger, '0xdeadbeef', poor)
    expect(unread.warnings.join()).toContain(far)
  })
})

test('what is to be exchanged by a time that is past the network refuses, and that is said', async () => {
  const until = (deadline: bigint) =>
    encodeFunctionData({
      ...{ abi, functionName: 'swapExactTokensForTokens' },
      args: [100_000_000n, parseEther('0.03'), [dusd, weth], me, deadline],
    })
  const { router } = stage.market
  reads(await call(router, until(now - 1n)), {
    ...{ level: 'deliberate', facts: ['Until: 2027-01-15 07:59 UTC, which is past'] },
    warnings: ['the network refuses this'],
  })
  reads(await call(router, until(now)), { level: 'plain', warnings: [] })
  reads(await batch([{ to: router, data: until(now - 1n) }]), { level: 'deliberate', warnings: ['refuses this'] })
})
