import type { Outside } from '@foyer/core/words'
import { encodeFunctionData, type Hex, maxUint256, parseAbi, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listedLike, namesakeWarnings } from '../namesake.js'
import { words } from '../sentences.js'
import { abi, ask, me, nobody, now, openStage, person, type Said, type Stage, stranger } from './test/stage.js'

// What is called and what is to be read: numbers as the table of approval cases has them.

const aggregateAbi = parseAbi(['function aggregate((address target, bytes callData)[] calls)'])

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.chain.stop())

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`
const call = (
  to: string,
  data: Hex = '0x',
  { value = 0n, outside }: { readonly value?: bigint; readonly outside?: Outside } = {},
): Promise<Said> =>
  ask({
    network: stage.network,
    method: 'eth_sendTransaction',
    params: [{ from: me, to, data, value: quantity(value) }],
    outside,
  })
const batch = (calls: readonly object[], more: object = {}): Promise<Said> =>
  ask({ network: stage.network, method: 'wallet_sendCalls', params: [{ version: '2.0.0', from: me, calls, ...more }] })

const reads = (
  { level, facts, warnings }: Said,
  wanted: { level: string; facts?: readonly unknown[]; warnings?: readonly string[] },
) => {
  expect({ level, warnings }).toEqual({
    level: wanted.level,
    warnings: wanted.warnings ? wanted.warnings.map((each) => expect.stringContaining(each)) : warnings,
  })
  expect(facts).toEqual(expect.arrayContaining([...(wanted.facts ?? [])]))
}
const inTwentyMinutes = now + 1_200n

describe('a transfer', () => {
  test('1: of the coin, its worth, the recipient’s name, and what is left', async () => {
    const outside: Outside = {
      worthOf: async () => [{ shown: '$4,500.00', usd: 4_500n * 10n ** 18n }],
      nameOf: async () => 'ada.eth',
    }
    const said = await call(person, '0x', { value: parseEther('1.5'), outside })
    reads(said, {
      level: 'plain',
      facts: [
        'Value: 1.5 ETH (about $4,500.00)',
        `To: ${person}`,
        'Known as: ada.eth',
        expect.stringMatching(/^Balance afterwards: \d{4}\.\d+ ETH$/),
      ],
    })
  })

  test('2, 3: of a token to whom its data names, and to the token itself', async () => {
    const dusd = stage.tokenOf('DUSD')
    const to = (recipient: Hex) => encodeFunctionData({ abi, functionName: 'transfer', args: [recipient, 25_000_000n] })
    reads(await call(dusd, to(person)), { level: 'plain', facts: ['Amount: 25 DUSD', `To: ${person}`], warnings: [] })
    reads(await call(dusd, to(dusd)), { level: 'deliberate', warnings: ['can’t be had back'] })
  })

  test('9: of several editions, each with its count; to a contract as to a person; and of one NFT', async () => {
    const args = [me, person, [1n, 2n, 3n], [1n, 2n, 3n], '0x'] as const
    const several = encodeFunctionData({ abi, functionName: 'safeBatchTransferFrom', args })
    reads(await call(stage.nfts.editions, several), {
      level: 'plain',
      facts: ['Token 1: × 1', 'Token 2: × 2', 'Token 3: × 3', `To: ${person}`],
    })
    const one = encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [me, stage.market.router, 2n] })
    reads(await call(stage.nfts.nft, one), {
      level: 'plain',
      facts: [expect.stringContaining('Amount: PIC #2 (unlisted, 0x'), `To: Uniswap V2 (${stage.market.router})`],
    })
  })

  test('[F14] to whoever looks like one who was paid before is warned of', async () => {
    const alike = `${person.slice(0, 6)}${'ab'.repeat(16)}${person.slice(-4)}`
    const said = await call(alike, '0x', { value: 1n, outside: { paid: [person] } })
    reads(said, { level: 'careful', warnings: ['resembles one that you have paid'] })
    reads(await call(person, '0x', { value: 1n, outside: { paid: [person] } }), { level: 'plain', warnings: [] })
  })

  test('30: of a token that only calls itself as a listed one; and [F14] in letters that pose as others', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [person, 1n] })
    const weth = stage.tokenOf('WETH')
    const tokens = [{ symbol: 'WETH', decimals: 18, address: nobody }]
    const params = [{ from: me, to: weth, data }]
    const said = await ask({ network: { ...stage.network, tokens }, method: 'eth_sendTransaction', params })
    reads(said, {
      level: 'careful',
      facts: [`Contract: ${weth}`, expect.stringContaining('unlisted')],
      warnings: ['isn’t the WETH of'],
    })
    // The listed one is said of letters that look like its own, too.
    const like = { symbol: 'WETH', decimals: 18, address: nobody }
    expect(namesakeWarnings('WЕTH', listedLike('WЕTH', { ...stage.network, tokens: [like] }))).toEqual([
      words('request.warn.lookAlike', { token: 'WЕTH' }),
      words('request.warn.namesake', { token: 'WETH' }),
    ])
  })
})

describe('an allowance', () => {
  const approve = (spender: Hex, amount: bigint) =>
    encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] })

  test('4 to 7: how much before and afterwards, without limit, of a person’s, and added', async () => {
    const { router } = stage.market
    const dusd = stage.tokenOf('DUSD')
    reads(await call(dusd, approve(router, 100_000_000n)), {
      level: 'careful',
      facts: [
        'Amount: 100 DUSD',
        'May take now: 0 DUSD',
        'May take afterwards: 100 DUSD',
        `Spender: Uniswap V2 (${router})`,
        'Moves now: Nothing',
      ],
    })
    reads(await call(dusd, approve(router, maxUint256)), {
      level: 'deliberate',
      facts: ['Amount: Unlimited', expect.stringMatching(/^You have now: [1-9]\d* DUSD$/)],
    })
    reads(await call(dusd, approve(person, 1n)), { level: 'deliberate', warnings: ['this much', 'no contract'] })
    const added = encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [router, 5_000_000n] })
    reads(await call(dusd, added), { level: 'careful', facts: ['Adds: 5 DUSD', 'May take afterwards: 5 DUSD'] })
    reads(await call(dusd, approve(router, 0n)), { level: 'plain', warnings: [] })
  })

  test('8: of a whole collection, with how many are held; of one NFT; and taken back', async () => {
    const { router } = stage.market
    const { nft } = stage.nfts
    const all = (approved: boolean) =>
      encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [router, approved] })
    reads(await call(nft, all(true)), { level: 'deliberate', facts: ['You have now: 2'], warnings: ['will have'] })
    reads(await call(nft, all(false)), { level: 'plain', warnings: [] })
    reads(await call(nft, approve(router, 2n)), {
      level: 'careful',
      facts: [expect.stringContaining('Amount: PIC #2 (unlisted, 0x')],
      warnings: ['may take this one'],
    })
    reads(await call(nft, approve(person, 2n)), { level: 'deliberate', warnings: ['this one', 'no contract'] })
    reads(await call(nft, approve(zeroAddress, 2n)), { level: 'plain', warnings: [] })
  })
})

describe('an exchange', () => {
  const pair = (to: Hex, get = 24n * 10n ** 15n) =>
    encodeFunctionData({
      abi,
      functionName: 'swapExactTokensForTokens',
      args: [100_000_000n, get, [stage.tokenOf('DUSD'), stage.tokenOf('WETH')], to, inTwentyMinutes],
    })

  test('10, 11: what is given and got at least, by what and until when; for somebody else', async () => {
    const { router } = stage.market
    reads(await call(router, pair(me)), {
      level: 'plain',
      facts: [
        'You give: 100 DUSD',
        'You get at least: 0.024 WETH',
        'Until: 2027-01-15 08:20 UTC',
        `Contract: Uniswap V2 (${router})`,
      ],
    })
    reads(await call(router, pair(person)), {
      level: 'deliberate',
      facts: [`Goes to: ${person}`],
      warnings: ['Somebody else'],
    })
    reads(await call(nobody, pair(me)), { level: 'careful', warnings: ['its own word'] })
    const paid = [3_000_000_000n, [stage.tokenOf('WETH'), stage.tokenOf('DUSD')], me, inTwentyMinutes] as const
    const byCoin = encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: paid })
    reads(await call(router, byCoin, { value: 10n ** 18n }), { level: 'plain', facts: ['You give: 1 ETH'] })
    // A value that the function doesn't take is no part of what it says.
    reads(await call(router, pair(me), { value: 1n }), { level: 'deliberate' })
  })

  test('12: of several calls in one is said as one: a token for the coin', async () => {
    const { router } = stage.market
    const inside = (recipient: Hex, last: Hex | undefined, value = 0n) => {
      const swap = {
        ...{ tokenIn: stage.tokenOf('DUSD'), tokenOut: stage.tokenOf('WETH'), fee: 3_000, recipient },
        ...{
          deadline: inTwentyMinutes,
          amountIn: 100_000_000n,
          amountOutMinimum: 24n * 10n ** 15n,
          sqrtPriceLimitX96: 0n,
        },
      }
      const calls = [
        encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [swap] }),
        ...(last ? [encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [24n * 10n ** 15n, last] })] : []),
        encodeFunctionData({ abi, functionName: 'refundETH' }),
      ]
      return call(router, encodeFunctionData({ abi, functionName: 'multicall', args: [calls] }), { value })
    }
    const said = await inside(zeroAddress, me)
    expect(said.title).toBe('Swap DUSD for ETH')
    expect(said.facts.slice(0, 3)).toEqual([
      'You give: 100 DUSD',
      'You get at least: 0.024 ETH',
      'Until: 2027-01-15 08:20 UTC',
    ])
    reads(said, { level: 'plain', warnings: [] })
    reads(await inside(zeroAddress, person), { level: 'deliberate', warnings: ['Somebody else'] })
    reads(await inside(zeroAddress, undefined), {
      level: 'deliberate',
      warnings: ['anybody may take it', 'next to nothing'],
    })
    reads(await inside(person, undefined), { level: 'deliberate', warnings: ['Somebody else'] })
  })

  test('the coin in its token’s form and back; what another contract calls so isn’t read', async () => {
    const deposit = encodeFunctionData({ abi, functionName: 'deposit' })
    const weth = stage.tokenOf('WETH')
    reads(await call(weth, deposit, { value: 10n ** 17n }), {
      level: 'plain',
      facts: ['You give: 0.1 ETH', 'You get: 0.1 WETH'],
    })
    const back = encodeFunctionData({ abi, functionName: 'withdraw', args: [10n ** 17n] })
    reads(await call(weth, back), { level: 'plain', facts: ['You give: 0.1 WETH', 'You get: 0.1 ETH'] })
    reads(await call(stage.tokenOf('DUSD'), deposit, { value: 10n ** 17n }), {
      level: 'deliberate',
      warnings: ['can’t be read'],
    })
  })

  test('20: with its approval in a batch comes to one line each way, and leaves nothing to be taken', async () => {
    const { router } = stage.market
    const dusd = stage.tokenOf('DUSD')
    const approve = (amount: bigint) => ({
      to: dusd,
      data: encodeFunctionData({ abi, functionName: 'approve', args: [router, amount] }),
    })
    const swap = { to: router, data: pair(me) }
    const said = await batch([approve(100_000_000n), swap])
    reads(said, {
      level: 'plain',
      warnings: [],
      facts: [
        'You give: 100 DUSD',
        'You get at least: 0.024 WETH',
        'May take afterwards: 0 DUSD',
        'If a call fails: What came before it stands, and the rest isn’t done',
      ],
    })
    reads(await batch([approve(150_000_000n), swap], { atomicRequired: true }), {
      level: 'careful',
      facts: ['May take afterwards: 50 DUSD', 'If a call fails: Nothing of it happens'],
    })
    reads(await batch([approve(maxUint256), swap]), { level: 'deliberate', warnings: ['all of your DUSD'] })
  })

  test('every call is summed up, as many as there are; one that can’t be read makes steps of them', async () => {
    const send = { to: person, value: '0x1' }
    reads(await batch(Array.from({ length: 120 }, () => send)), {
      level: 'plain',
      facts: ['You give: 0.00000000000000012 ETH', `To: ${person}`],
    })
    // A thousand is what a request may have; what these call themselves is more.
    const inner = [{ target: person, callData: '0x' }] as const
    const more = {
      to: person,
      data: encodeFunctionData({ abi: aggregateAbi, functionName: 'aggregate', args: [inner] }),
    }
    reads(await batch([...Array.from({ length: 999 }, () => send), more]), {
      level: 'deliberate',
      facts: ['You give: 0.000000000000000999 ETH', `To: ${person}`],
    })
    reads(await batch([send, { to: person, data: '0xdeadbeef' }]), {
      level: 'deliberate',
      facts: ['Step 1: Send ETH', 'Step 2: Call a contract', 'Data: 0xdeadbeef'],
    })
  })
})

describe('what can’t be had back, or isn’t known', () => {
  test('21: an unknown call says what its simulation moves and on which block, or that nothing was found out', async () => {
    const simulate: Outside['simulate'] = async () => ({
      ...{ status: 'known', by: 'eth_simulateV1', block: 17, names: [], allowances: [] },
      changes: [
        {
          kind: 'token',
          contract: stage.tokenOf('DUSD'),
          amount: '-7000000',
          symbol: 'DUSD',
          decimals: 6,
          isListed: true,
        },
      ],
    })
    reads(await call(stranger, '0xdeadbeef', { outside: { simulate } }), {
      level: 'deliberate',
      facts: ['Leaves, as simulated: 7 DUSD', 'Simulated at block: 17'],
      warnings: ['can’t be read'],
    })
    const unknown: Outside['simulate'] = async () => ({ status: 'unknown', why: 'unreached' })
    const nothing = await call(stranger, '0xdeadbeef', { outside: { simulate: unknown } })
    reads(nothing, { level: 'deliberate', facts: ['Simulation: Nothing could be found out'] })
  })

  test('[F13] a simulation that moves something else than the data says takes a step of its own', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [person, 25_000_000n] })
    const moving = (amount: string): Outside => ({
      simulate: async () => ({
        ...{ status: 'known', by: 'eth_simulateV1', block: 17, names: [], allowances: [] },
        changes: [
          { kind: 'token', contract: stage.tokenOf('DUSD'), amount, symbol: 'DUSD', decimals: 6, isListed: true },
        ],
      }),
    })
    reads(await call(stage.tokenOf('DUSD'), data, { outside: moving('-25000000') }), { level: 'plain', warnings: [] })
    reads(await call(stage.tokenOf('DUSD'), data, { outside: moving('-25000001') }), {
      level: 'deliberate',
      warnings: ['something else'],
    })
  })

  test('22: bytes behind a call; 23: another code for a contract', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [person, 25_000_000n] })
    reads(await call(stage.tokenOf('DUSD'), `${data}${'00'.repeat(32)}`), {
      level: 'careful',
      facts: ['Amount: 25 DUSD'],
      warnings: ['32 bytes follow'],
    })
    const upgrade = encodeFunctionData({ abi, functionName: 'upgradeTo', args: [nobody] })
    reads(await call(stage.market.router, upgrade), {
      level: 'deliberate',
      facts: [`New code: ${nobody}`],
      warnings: ['new code does'],
    })
  })

  test('24: an account that is handed to a contract, on this chain or on every one, or taken back', async () => {
    const delegate = (address: string, chainId: string) =>
      ask({
        network: stage.network,
        method: 'eth_sendTransaction',
        params: [{ from: me, to: me, type: '0x4', authorizationList: [{ address, chainId, nonce: '0x0' }] }],
      })
    const said = await delegate(nobody, '0x0')
    expect(said.title).toBe('Hand this account to a contract')
    reads(said, {
      level: 'deliberate',
      facts: [`Acts for the account: ${nobody}`, 'Chain: Every chain'],
      warnings: ['whole account', 'every one'],
    })
    reads(await delegate(nobody, '0x7a69'), {
      level: 'deliberate',
      facts: ['Chain: 31337'],
      warnings: ['whole account'],
    })
    expect((await delegate(zeroAddress, '0x7a69')).title).toBe('Take this account back from a contract')
  })
})
