import type { Outside, WalletNetwork } from '@foyer/core/words'
import { type Address, encodeFunctionData, getAddress, type Hex, maxUint256, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { abi, ask, me, nobody, now, openStage, person, reads, type Stage } from './test/stage.js'

// The second table of approval cases, of calls: numbers as it has them, and beside each what it doesn't list.

const more = parseAbi([
  'function transferFrom(address from, address to, uint256 amount)',
  'function swapTokensForExactTokens(uint256 get, uint256 give, address[] path, address to, uint256 deadline)',
])

let stage: Stage
/** The market's WETH is no more than what it calls itself there: another is the listed one. */
let stranger: WalletNetwork
beforeAll(async () => {
  stage = await openStage()
  const [dusd] = stage.network.tokens.filter(({ symbol }) => symbol === 'DUSD')
  const weth = { symbol: 'WETH', decimals: 18, address: nobody }
  stranger = { ...stage.network, tokens: dusd ? [dusd, weth] : [] }
})
afterAll(() => stage.chain.stop())

interface On {
  readonly network?: WalletNetwork
  readonly outside?: Outside
}
const quantity = (value: bigint): Hex => `0x${value.toString(16)}`
const call = (
  to: string,
  data: Hex,
  {
    value = 0n,
    network = stage.network,
    outside,
    ...fee
  }: On & { value?: bigint; gas?: Hex; gasPrice?: Hex; maxFeePerGas?: Hex } = {},
) =>
  ask({
    network,
    method: 'eth_sendTransaction',
    params: [{ from: me, to, data, value: quantity(value), ...fee }],
    outside,
  })
const batch = (
  calls: readonly object[],
  { network = stage.network, outside, ...beside }: On & Record<string, unknown> = {},
) => ask({ network, method: 'wallet_sendCalls', params: [{ version: '2.0.0', from: me, calls, ...beside }], outside })

const having = (text: string) => expect.stringContaining(text)

const withdraw = (amount: bigint) => encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] })
const deposit = encodeFunctionData({ abi, functionName: 'deposit' })
const approve = (spender: Address, amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] })
const increase = (spender: Address, amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [spender, amount] })
const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
const soon = now + 1_200n
const swap = (get = 24n * 10n ** 15n, to: Address = me) =>
  encodeFunctionData({
    ...{ abi, functionName: 'swapExactTokensForTokens' },
    args: [100_000_000n, get, [stage.tokenOf('DUSD'), stage.market.weth], to, soon],
  })
const paidSwap = (get: bigint) =>
  encodeFunctionData({
    ...{ abi, functionName: 'swapExactETHForTokens' },
    args: [get, [stage.market.weth, stage.tokenOf('DUSD')], me, soon],
  })
type Changes = Extract<Awaited<ReturnType<NonNullable<Outside['simulate']>>>, { status: 'known' }>['changes']
const simulated = (changes: Changes, beside: object = {}): Outside => ({
  simulate: async () => ({
    ...{ status: 'known', by: 'eth_simulateV1', block: 17, names: [], allowances: [], changes, ...beside },
  }),
})
const coin = (amount: bigint) => ({ kind: 'coin' as const, amount: `${amount}` })
const dusd = (amount: bigint) => ({
  ...{ kind: 'token' as const, contract: stage.tokenOf('DUSD'), amount: `${amount}` },
  ...{ symbol: 'DUSD', decimals: 6, isListed: true },
})
const ten = parseEther('10')

describe('whose word it is', () => {
  test('31: a gift stands beside whatever a strange contract promises, in any order, as one or in turn', async () => {
    const gift = { to: person, value: quantity(ten) }
    const promise = { to: stage.market.weth, data: withdraw(ten) }
    for (const calls of [
      [gift, promise],
      [promise, gift],
    ]) {
      for (const atomicRequired of [true, false]) {
        reads(await batch(calls, { network: stranger, atomicRequired }), {
          level: 'deliberate',
          facts: ['You give: 10 ETH', `To: ${person}`, 'You are promised: 10 ETH, by a contract that isn’t known here'],
          warnings: ['its own word', 'isn’t the WETH of'],
        })
      }
    }
    // A simulation in which it keeps its word changes nothing.
    const outside = simulated([coin(0n)])
    reads(await batch([gift, promise], { network: stranger, outside }), { level: 'deliberate' })
    // Of tokens, and against a swap's promise, it is the same.
    const tokens = { to: stage.tokenOf('DUSD'), data: transfer(person, 100_000_000n) }
    reads(await batch([tokens, promise], { network: stranger }), {
      level: 'deliberate',
      facts: ['You give: 100 DUSD', `To: ${person}`],
    })
    reads(await batch([gift, { to: person, data: swap() }]), {
      level: 'deliberate',
      facts: ['You give: 10 ETH', having('You are promised: 0.024 WETH')],
    })
  })

  test('31: against what a contract that is known gives, a gift isn’t set off either; one’s own coins paid out of their form as a token are a payment', async () => {
    const calls = [
      { to: person, value: quantity(ten) },
      { to: stage.market.weth, data: withdraw(ten) },
    ]
    reads(await batch(calls, { atomicRequired: true }), {
      level: 'plain',
      facts: ['You give: 10 ETH', `To: ${person}`, 'You give: 10 WETH', 'You get: 10 ETH'],
      warnings: [],
    })
    const others = { to: stage.market.router, data: swap(24n * 10n ** 15n, person) }
    reads(await batch([others, { to: stage.market.weth, data: withdraw(1n) }]), {
      level: 'deliberate',
      facts: ['You give: 100 DUSD', `To: ${person}`, 'Others get at least: 0.024 WETH'],
    })
  })

  test('33: a simulation that agrees proves nothing of a contract that isn’t known', async () => {
    const outside = simulated([
      dusd(-100_000_000n),
      { ...dusd(0n), contract: stage.market.weth, amount: `${24n * 10n ** 15n}` },
    ])
    reads(await call(nobody, swap(), { outside }), {
      level: 'careful',
      facts: ['Simulated at block: 17', 'Leaves, as simulated: 100 DUSD', having('You are promised: 0.024 WETH')],
      warnings: ['its own word, and it can do otherwise than a simulation shows'],
    })
    const paid = simulated([coin(-ten), dusd(40_000_000_000n)])
    reads(await call(nobody, paidSwap(39_000_000_000n), { value: ten, outside: paid }), {
      level: 'careful',
      warnings: ['its own word'],
    })
    // Unseen, or seen to be broken, coins for no more than its word take a step of their own.
    reads(await call(nobody, paidSwap(39_000_000_000n), { value: ten }), { level: 'deliberate' })
    reads(await call(nobody, paidSwap(39_000_000_000n), { value: ten, outside: simulated([coin(-ten)]) }), {
      level: 'deliberate',
      warnings: ['its own word', 'something else'],
    })
  })

  test('41: coins for an unlisted contract’s own token; sent along with a call that has no use for them', async () => {
    reads(await call(stage.market.weth, deposit, { value: parseEther('1'), network: stranger }), {
      level: 'deliberate',
      facts: [
        'You give: 1 ETH',
        expect.stringMatching(/^You are promised: 1 WETH \(unlisted, .*\), by a contract that isn’t known here$/),
        `Contract: ${stage.market.weth}`,
      ],
      warnings: ['its own word', 'isn’t the WETH of'],
    })
    reads(await call(stage.market.weth, transfer(person, 1n), { value: 5n, network: stranger }), {
      level: 'deliberate',
      facts: ['You give: 0.000000000000000005 ETH', `To: ${stage.market.weth}`],
    })
  })
})

describe('an allowance', () => {
  test('42: set and added to in one batch comes to the sum; a strange contract’s taking leaves it as it is', async () => {
    const { router } = stage.market
    const to = stage.tokenOf('DUSD')
    const calls = [
      { to, data: approve(router, 100_000_000n) },
      { to, data: increase(router, 50_000_000n) },
    ]
    reads(await batch(calls), { level: 'careful', facts: ['May take afterwards: 150 DUSD'], warnings: ['this much'] })
    const three = [...calls, { to, data: increase(router, 9_900_000_000n) }]
    reads(await batch(three, { atomicRequired: true }), {
      level: 'deliberate',
      facts: ['May take afterwards: 10050 DUSD', 'You have now: 10000 DUSD'],
      warnings: ['all of your DUSD'],
    })
    const strange = getAddress(stage.nfts.nft)
    const taken = [
      { to, data: approve(strange, 100_000_000n) },
      { to: strange, data: swap() },
    ]
    reads(await batch(taken), {
      level: 'careful',
      facts: ['May take afterwards: 100 DUSD'],
      warnings: ['this much', 'its own word'],
    })
    // What takes at most so much may leave all of it.
    const args = [24n * 10n ** 15n, 100_000_000n, [to, stage.market.weth], me, soon] as const
    const exactOut = encodeFunctionData({ abi: more, functionName: 'swapTokensForExactTokens', args })
    reads(
      await batch([
        { to, data: approve(router, 100_000_000n) },
        { to: router, data: exactOut },
      ]),
      {
        level: 'careful',
        facts: ['May take afterwards: 100 DUSD'],
      },
    )
  })

  test('43: of at least all that there is, is of all of it, which is named', async () => {
    const { router } = stage.market
    for (const amount of [10n ** 30n, 2n ** 96n - 1n, 10_000_000_000n, 10_000_000_001n, maxUint256]) {
      reads(await call(stage.tokenOf('DUSD'), approve(router, amount)), {
        level: 'deliberate',
        facts: ['You have now: 10000 DUSD'],
        warnings: ['all of your DUSD'],
      })
    }
    // What leaves no more than a twentieth is nearly all.
    for (const amount of [9_999_999_999n, 9_500_000_000n]) {
      reads(await call(stage.tokenOf('DUSD'), approve(router, amount)), {
        level: 'deliberate',
        facts: ['You have now: 10000 DUSD'],
        warnings: ['this much', 'nearly all of your DUSD'],
      })
    }
    reads(await call(stage.tokenOf('DUSD'), approve(router, 9_499_999_999n)), {
      level: 'careful',
      warnings: ['this much'],
    })
  })

  test('48: for an address that couldn’t be looked up says that', async () => {
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      String(init.body).includes('eth_getCode') ? Promise.reject(new Error('late')) : fetch(url, init),
    )
    const said = await call(stage.tokenOf('DUSD'), approve(person, 1n))
    const collection = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [person, true] })
    const handed = await call(stage.nfts.nft, collection)
    vi.unstubAllGlobals()
    const unread = ['couldn’t be checked whether', 'Not all of this could be checked']
    reads(said, { level: 'careful', warnings: ['this much', ...unread] })
    reads(handed, { level: 'deliberate', warnings: ['will have', ...unread] })
  })
})

describe('what can’t be had back, or may bring nothing', () => {
  test('46: a least amount of next to nothing, or of far less than is simulated', async () => {
    const { router } = stage.market
    for (const get of [1n, 100n, 10n ** 8n]) {
      reads(await call(router, swap(get)), { level: 'deliberate', warnings: ['next to nothing'] })
    }
    // What takes at most more than there can be may take all of it.
    const args = [24n * 10n ** 15n, maxUint256, [stage.tokenOf('DUSD'), stage.market.weth], me, soon] as const
    const exactOut = encodeFunctionData({ abi: more, functionName: 'swapTokensForExactTokens', args })
    reads(await call(router, exactOut), { level: 'deliberate', warnings: ['all of your DUSD'] })
    const weth = { ...dusd(0n), contract: stage.market.weth, symbol: 'WETH', decimals: 18 }
    const outside = simulated([dusd(-100_000_000n), { ...weth, amount: `${24n * 10n ** 15n}` }])
    reads(await call(router, swap(11n * 10n ** 15n), { outside }), { level: 'deliberate', warnings: ['far less'] })
    reads(await call(router, swap(13n * 10n ** 15n), { outside }), { level: 'plain', warnings: [] })
  })

  test('47: coins or tokens to nobody’s address, or to a token’s contract', async () => {
    const dead = '0x000000000000000000000000000000000000dEaD'
    for (const to of ['0x0000000000000000000000000000000000000000', dead, `0x${'dead'.repeat(10)}`]) {
      reads(await call(to, '0x', { value: 1n }), { level: 'deliberate', warnings: ['can’t be had back'] })
    }
    const listed = stage.tokenOf('DUSD')
    reads(await call(listed, '0x', { value: 1n }), { level: 'deliberate', warnings: ['token’s contract'] })
    reads(await call(stage.market.weth, transfer(listed, 1n)), { level: 'deliberate', warnings: ['token’s contract'] })
    const args = [me, getAddress(dead), 1n] as const
    const moved = encodeFunctionData({ abi: more, functionName: 'transferFrom', args })
    reads(await call(listed, moved), { level: 'deliberate', warnings: ['can’t be had back'] })
    const nft = encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [me, listed, 1n] })
    reads(await call(stage.nfts.nft, nft), { level: 'deliberate', warnings: ['token’s contract'] })
    reads(
      await batch([
        { to: dead, value: '0x1' },
        { to: person, value: '0x1' },
      ]),
      {
        level: 'deliberate',
        warnings: ['can’t be had back'],
      },
    )
  })

  test('30, 59: a token that is held and named like a listed one isn’t it', async () => {
    reads(await call(stage.market.weth, transfer(person, 1n), { network: stranger }), {
      level: 'careful',
      facts: [expect.stringContaining('Token: WETH (unlisted, 0x'), `Contract: ${stage.market.weth}`],
      warnings: ['isn’t the WETH of the list'],
    })
  })
})

describe('what a page asks for beside', () => {
  test('44: a fee far above the usual, by its price or its gas; a usual one isn’t said to be', async () => {
    const gwei = 10n ** 9n
    const fee = { gas: quantity(30_000_000n), gasPrice: quantity(500n * gwei) }
    reads(await call(person, '0x', { value: 1n, ...fee }), {
      level: 'deliberate',
      facts: ['Fee, at most: 15 ETH'],
      warnings: ['far higher than usual'],
    })
    const outside = simulated([coin(-1n)], { gas: '21000' })
    const dear = { gas: quantity(21_000n), maxFeePerGas: quantity(900n * gwei) }
    reads(await call(person, '0x', { value: 1n, outside, ...dear }), { level: 'deliberate', warnings: ['far higher'] })
    reads(await call(person, '0x', { value: 1n, gas: quantity(30_000_000n), outside }), { level: 'deliberate' })
    const usual = { gas: quantity(25_000n), gasPrice: quantity(3n * gwei) }
    reads(await call(person, '0x', { value: 1n, outside, ...usual }), { level: 'plain', warnings: [] })
  })

  test('45: capabilities, and fields, that aren’t known', async () => {
    const send = { to: person, value: '0x1' }
    for (const beside of [
      { capabilities: { preCalls: [send] } },
      { capabilities: { preCalls: { optional: true } } },
      { preCalls: [send] },
    ]) {
      reads(await batch([send], beside), { level: 'deliberate', warnings: ['asks for preCalls'] })
    }
    reads(
      await batch([
        { ...send, capabilities: { permissions: {} } },
        { ...send, gasLimit: '0x1' },
      ]),
      {
        level: 'deliberate',
        warnings: ['asks for permissions, gasLimit'],
      },
    )
    reads(await batch([send], { capabilities: { paymasterService: { url: 'https://pay.example' } } }), {
      level: 'plain',
    })
  })

  test('32, 58: a call that the network refuses is said, and what stands then', async () => {
    const failed = { failed: { index: 1, reason: 'no' } }
    const calls = [
      { to: person, value: quantity(ten) },
      { to: stage.market.router, data: swap() },
    ]
    const said = await batch(calls, { outside: simulated([coin(-ten)], failed) })
    reads(said, {
      level: 'deliberate',
      facts: [
        'You give: 10 ETH',
        `To: ${person}`,
        'Step 2, which the network refuses: Swap DUSD for WETH',
        'Reason: no',
      ],
      warnings: ['refuses call 2. Those before it are done, and stand'],
    })
    reads(await batch(calls, { outside: simulated([], failed), atomicRequired: true }), {
      level: 'deliberate',
      facts: ['If a call fails: Nothing of it happens'],
      warnings: ['network refuses this'],
    })
    const alone = simulated([], { failed: { index: 0, reason: '' } })
    reads(await call(person, '0x', { value: 1n, outside: alone }), {
      level: 'deliberate',
      warnings: ['network refuses'],
    })
    // An allowance before it stands, though the call that would use it up is refused.
    const approved = { to: stage.tokenOf('DUSD'), data: approve(stage.market.router, 100_000_000n) }
    reads(await batch([approved, { to: stage.market.router, data: swap() }], { outside: simulated([], failed) }), {
      level: 'deliberate',
      facts: ['May take afterwards: 100 DUSD'],
      warnings: ['this much of your DUSD', 'refuses call 2'],
    })
  })
})
