import type { Outside } from '@foyer/core/words'
import { deployStrangeToken, placeMulticall, sendUnlocked } from '@foyer/stack'
import {
  type Address,
  createClient,
  createTestClient,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ask, me, nobody, openStage, person, type Said, type Stage, stranger, abi as swapAbi } from './test/stage.js'

// Beside the table of approval cases: others of the same kinds, and what others than the node know.

const multicall: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setResetsFirst(bool resets)',
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Plain { address target; bytes callData; }',
  'struct Paying { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate(Plain[] calls) payable',
  'function tryAggregate(bool requireSuccess, Plain[] calls) payable',
  'function aggregate3(Call[] calls) payable',
  'function aggregate3Value(Paying[] calls) payable',
])

let stage: Stage
/** A token that refuses to change an allowance but by way of zero, as USDT does. */
let stubborn: Address
beforeAll(async () => {
  stage = await openStage()
  const { url } = stage.chain
  await placeMulticall({ url })
  stubborn = await deployStrangeToken({ url })
  const client = createClient({ transport: http(url) })
  const send = (data: Hex) => sendUnlocked({ client, transaction: { from: me, to: stubborn, data } })
  await send(encodeFunctionData({ abi, functionName: 'setResetsFirst', args: [true] }))
  await send(approve(5n))
})
afterAll(() => stage.chain.stop())

const approve = (amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'approve', args: [stage.market.router, amount] })
interface Others {
  readonly outside?: Outside
  readonly isCounted?: boolean
}
const call = (to: string, data: Hex, { value = 0n, ...others }: Others & { readonly value?: bigint } = {}) => {
  const params = [{ from: me, to, data, value: `0x${value.toString(16)}` }]
  return ask({ network: stage.network, method: 'eth_sendTransaction', params, ...others })
}
const batch = (
  calls: readonly object[],
  { outside, isCounted, ...more }: Others & { readonly capabilities?: object } = {},
) => {
  const params = [{ version: '2.0.0', from: me, calls, ...more }]
  return ask({ network: stage.network, method: 'wallet_sendCalls', params, outside, isCounted })
}
const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })

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

describe('a token that refuses another allowance while one stands', () => {
  test('is said to, before the network refuses it; taken back, set for the first time or by another token it isn’t', async () => {
    const stands = 'refuses another allowance'
    reads(await call(stubborn, approve(7n)), { level: 'careful', warnings: [stands, 'this much'] })
    reads(await call(stubborn, approve(0n)), { level: 'plain', warnings: [] })
    const fresh = encodeFunctionData({ abi, functionName: 'approve', args: [stage.market.weth, 7n] })
    reads(await call(stubborn, fresh), { level: 'careful', warnings: ['this much'] })
  })

  test('is given a new one in a batch that takes the old one back first', async () => {
    const [first, second] = [0n, 7n].map((amount) => ({ to: stubborn, data: approve(amount) }))
    reads(await batch([first ?? {}, second ?? {}]), { level: 'careful', warnings: ['this much'] })
    reads(await batch([second ?? {}]), { level: 'careful', warnings: ['refuses another allowance', 'this much'] })
    // Of another token, that is no help.
    const other = { to: stage.tokenOf('DUSD'), data: approve(0n) }
    reads(await batch([other, second ?? {}]), {
      level: 'careful',
      warnings: ['refuses another allowance', 'this much'],
    })
    // Taken back in the end, it could be used before.
    reads(await batch([second ?? {}, first ?? {}]), {
      level: 'careful',
      facts: [
        expect.stringContaining('May take in all: 0.000000000000000007 STR (unlisted, '),
        expect.stringContaining('May take afterwards: 0 STR (unlisted, '),
      ],
    })
  })
})

describe('calls that a contract makes in its own name', () => {
  const aggregate3 = (calls: readonly { target: Address; callData: Hex }[]) =>
    encodeFunctionData({
      abi,
      functionName: 'aggregate3',
      args: [calls.map((each) => ({ ...each, allowFailure: false }))],
    })

  test('are read each, as that contract’s and not as the account’s', async () => {
    const dusd = stage.tokenOf('DUSD')
    const taken = encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, person, 4_000_000n] })
    const said = await call(
      multicall,
      aggregate3([
        { target: dusd, callData: transfer(person, 25_000_000n) },
        { target: dusd, callData: taken },
      ]),
    )
    expect(said.title).toBe('Carry out 2 calls')
    reads(said, {
      level: 'deliberate',
      facts: [
        'You give: 4 DUSD',
        'Step 1: Send DUSD',
        'Amount: 25 DUSD',
        `To: ${person}`,
        'Step 2: Move DUSD',
        'Amount: 4 DUSD',
        `From: ${me}`,
      ],
      warnings: ['in its own name'],
    })
    // Of what the contract has itself the account gives nothing.
    expect(said.facts.filter((fact) => fact.startsWith('You give'))).toHaveLength(1)
    // What the account allows isn't what the contract does.
    const allowing = await call(multicall, aggregate3([{ target: stubborn, callData: approve(7n) }]))
    reads(allowing, {
      level: 'careful',
      facts: [expect.stringContaining('May take now: 0 STR (unlisted, ')],
      warnings: ['in its own name', 'this much'],
    })
  })

  test('in each of its forms, with what is sent along', async () => {
    const plain = [{ target: stage.tokenOf('DUSD'), callData: transfer(person, 1_000_000n) }]
    const paying = plain.map((each) => ({ ...each, allowFailure: true, value: 0n }))
    const forms = [
      encodeFunctionData({ abi, functionName: 'aggregate', args: [plain] }),
      encodeFunctionData({ abi, functionName: 'tryAggregate', args: [true, plain] }),
      encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [paying] }),
    ]
    for (const data of forms) {
      const said = await call(multicall, data, { value: parseEther('0.5') })
      reads(said, {
        ...{ level: 'deliberate', facts: ['You give: 0.5 ETH', 'Amount: 1 DUSD'] },
        warnings: ['in its own name', 'Something is left'],
      })
    }
    const [first = '0x'] = forms
    reads(await call(multicall, `${first}00`), { level: 'careful', warnings: ['in its own name', '1 bytes follow'] })
    // Written in another way than its function has it, it isn't read.
    const dirty: Hex = `0x${first.slice(2, 10)}01${first.slice(12)}`
    reads(await call(multicall, dirty), { level: 'deliberate', warnings: ['can’t be read'] })
  })

  test('of which one can’t be read take a step of their own, however deep it stands', async () => {
    reads(await call(multicall, aggregate3([{ target: person, callData: '0xdeadbeef' }])), {
      level: 'deliberate',
      warnings: ['in its own name', 'can’t be read'],
      facts: ['Data: 0xdeadbeef'],
    })
    const send = { target: stage.tokenOf('DUSD'), callData: transfer(person, 1n) }
    const hundred = aggregate3(Array.from({ length: 100 }, () => send))
    reads(await call(multicall, hundred), { level: 'careful', warnings: ['in its own name'] })
    const nested = aggregate3(Array.from({ length: 5 }, () => ({ target: multicall, callData: hundred })))
    const said = await call(multicall, nested)
    reads(said, { level: 'careful', warnings: ['in its own name'] })
    expect(said.facts.filter((fact) => fact === 'Amount: 0.000001 DUSD')).toHaveLength(500)
  })
})

describe('[F18] a node', () => {
  /** Counts how often it is asked meanwhile. */
  async function asksOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; asks: number }> {
    const { fetch } = globalThis
    let asks = 0
    vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => {
      // Its own miner asks it in this process too, by another word.
      if (!String(asked[1]?.body).includes('txpool_')) asks += 1
      return fetch(...asked)
    })
    const result = await work().finally(() => vi.unstubAllGlobals())
    return { result, asks }
  }
  const approveTo = (spender: Address) => encodeFunctionData({ abi, functionName: 'approve', args: [spender, 7n] })

  test('is asked each question once for a hundred calls', async () => {
    const calls = Array.from({ length: 50 }, () => [
      { to: stubborn, data: approve(0n) },
      { to: stubborn, data: transfer(person, 1n) },
    ]).flat()
    const { result, asks } = await asksOf(() => batch(calls, { isCounted: true }))
    expect(asks).toBeLessThan(10)
    reads(result, { level: 'plain', facts: [expect.stringMatching(/^You give: 0\.0+5 STR \(unlisted, /)] })
  })

  test('is asked two hundred questions at most, and calls of which not all is known take a step of their own', async () => {
    const spender = (index: number): Address => `0x${`${index + 1}`.padStart(40, '0')}`
    const calls = Array.from({ length: 100 }, (_, index) => ({ to: stubborn, data: approveTo(spender(index)) }))
    const { result, asks } = await asksOf(() => batch(calls, { isCounted: true }))
    expect(asks).toBe(200)
    expect(result.level).toBe('deliberate')
    expect(result.warnings.at(-1)).toContain('can’t be read')
  })
})

describe('a spender', () => {
  const approveTo = (spender: Address) => encodeFunctionData({ abi, functionName: 'approve', args: [spender, 7n] })

  test('[F14] that looks like one who was paid before is warned of', async () => {
    const alike = getAddress(`${person.slice(0, 8)}${'0'.repeat(28)}${person.slice(-6)}`)
    const outside = { paid: [person] }
    reads(await call(stubborn, approveTo(alike), { outside }), {
      level: 'deliberate',
      warnings: ['this much', 'no contract', 'resembles'],
    })
    reads(await call(stubborn, approveTo(person), { outside }), {
      level: 'deliberate',
      warnings: ['this much', 'no contract'],
    })
  })

  test('that has handed its account to a contract (EIP-7702) is somebody’s own account still', async () => {
    const { url } = stage.chain
    const client = createTestClient({ mode: 'anvil', transport: http(url) })
    await client.setCode({ address: nobody, bytecode: `0xef0100${multicall.slice(2)}` })
    const said = await call(stubborn, approveTo(nobody))
    await client.setCode({ address: nobody, bytecode: '0x' })
    reads(said, { level: 'deliberate', warnings: ['this much', 'no contract'] })
  })

  test('with an allowance without a limit has it still after a batch that takes by it: so does the simulation', async () => {
    const dusd = stage.tokenOf('DUSD')
    const taken = [1n, 10n ** 16n, [dusd, stage.market.weth], me, 1_900_000_000n] as const
    const swap = encodeFunctionData({ abi: swapAbi, functionName: 'swapExactTokensForTokens', args: taken })
    const token = { symbol: 'DUSD', decimals: 6, isListed: true }
    const allowance = { kind: 'token', contract: dusd, spender: stage.market.router, before: '0', ...token } as const
    const simulate: Outside['simulate'] = async () => ({
      ...{ status: 'known', by: 'eth_simulateV1', block: 17, names: [] },
      changes: [
        { kind: 'token', contract: dusd, amount: '-1', ...token },
        { kind: 'token', contract: stage.market.weth, amount: `${10n ** 16n}`, ...token },
      ],
      allowances: [{ ...allowance, after: `${maxUint256}` }],
    })
    const calls = [
      { to: dusd, data: approve(maxUint256) },
      { to: stage.market.router, data: swap },
    ]
    reads(await batch(calls, { outside: { simulate } }), { level: 'deliberate', warnings: ['all of your DUSD'] })
  })
})

test('[F18] of calls that nobody can read, twenty are looked up among what contracts’ makers say', async () => {
  const asked: string[] = []
  const descriptorsOf = async (contract: string) => {
    asked.push(contract)
    return []
  }
  const calls = Array.from({ length: 30 }, () => ({ to: person, data: '0xdeadbeef' }))
  reads(await batch(calls, { outside: { descriptorsOf }, isCounted: true }), { level: 'deliberate' })
  expect(asked).toHaveLength(20)
})

describe('what others than the node know', () => {
  const prices = new Map([
    [undefined, 3_000],
    ['DUSD', 1],
  ])
  const worthOf: Outside['worthOf'] = async (amounts) =>
    amounts.map(({ contract, amount, decimals }) => {
      const price = prices.get(contract && 'DUSD')
      if (price === undefined) return undefined
      const worth = (Number(amount) / 10 ** decimals) * price
      return { shown: `$${worth}`, usd: BigInt(Math.round(worth * 1e6)) * 10n ** 12n }
    })

  test('1: what is given, got, at stake and taken as a fee is worth so much; what isn’t listed has no worth', async () => {
    const simulate: Outside['simulate'] = async () => ({
      ...{ status: 'known', by: 'eth_simulateV1', block: 17, names: [], allowances: [], gas: '21000' },
      changes: [
        { kind: 'coin', amount: '-1500000000000000000' },
        { kind: 'token', contract: nobody, amount: '7', symbol: 'SHADY', decimals: 0, isListed: false },
      ],
    })
    const said = await call(person, '0x', { value: parseEther('1.5'), outside: { worthOf, simulate } })
    reads(said, {
      level: 'plain',
      facts: [
        'Value: 1.5 ETH (about $4500)',
        'Leaves, as simulated: 1.5 ETH (about $4500)',
        'Comes, as simulated: 7 SHADY (unlisted, 0x00…0F0ae2)',
        expect.stringMatching(/^Fee, about: 0\.0000\d+ ETH \(about \$0\.\d+\)$/),
      ],
    })
    reads(await call(stage.tokenOf('DUSD'), approve(maxUint256), { outside: { worthOf } }), {
      level: 'deliberate',
      facts: ['Amount: Unlimited', 'You have now: 10000 DUSD (about $10000)'],
    })
    expect((await call(stubborn, transfer(person, 3n), { outside: { worthOf } })).facts.join()).not.toContain('about')
  })

  test('whom the operator warns of is said first, and takes a step of its own: in a call, in data, and the site itself', async () => {
    const listed: Outside['listed'] = async ({ addresses, sites }) => ({
      addresses: addresses.filter((each) => getAddress(each) === person),
      sites: sites.filter((each) => each === 'evil.example'),
    })
    const outside = { listed }
    reads(await call(stage.tokenOf('DUSD'), transfer(person, 1n), { outside }), {
      level: 'deliberate',
      warnings: [`warns of ${person}`],
    })
    const domain = { name: 'Post', chainId: 31337 }
    const types = { Mail: [{ name: 'to', type: 'address' }] }
    const data = { types, primaryType: 'Mail', domain, message: { to: person } }
    const signed = { network: stage.network, method: 'eth_signTypedData_v4', params: [me, data], outside }
    reads(await ask(signed), { level: 'deliberate', warnings: [`warns of ${person}`, 'isn’t known'] })
    const message = { network: stage.network, method: 'personal_sign', params: ['hello', me], outside }
    reads(await ask({ ...message, peerUrl: 'https://evil.example:8443/x' }), {
      level: 'deliberate',
      warnings: ['warns of evil.example'],
    })
    reads(await ask(message), { level: 'plain', warnings: [] })
  })

  test('a recipient’s name stands below its address, and contracts that are known beside theirs', async () => {
    const { router } = stage.market
    const simulate: Outside['simulate'] = async () => ({
      ...{ status: 'known', by: 'eth_simulateV1', block: 17, allowances: [], changes: [] },
      names: [{ address: stubborn.toLowerCase(), name: 'Stubborn\u202e' }],
    })
    const asked: string[] = []
    const nameOf = async (address: string) => {
      asked.push(address)
      return 'eve\u200b.eth'
    }
    const outside = { simulate, nameOf }
    reads(await call(stubborn, approve(0n), { outside }), {
      level: 'plain',
      facts: [`Spender: Uniswap V2 (${router})`, `Contract: Stubborn (${stubborn})`],
    })
    reads(await call(stubborn, transfer(person, 1n), { outside, isCounted: true }), {
      level: 'plain',
      facts: [`To: ${person}`, 'Known as: eve.eth'],
    })
    await call(stubborn, transfer(stubborn, 1n), { outside, isCounted: true })
    // What has a name is asked for no other.
    expect(asked).toEqual([person])
  })

  test('[F14] what comes under a listed token’s name and isn’t it is pointed out, though the call isn’t read', async () => {
    const token = (symbol: string, isListed: boolean): Outside => ({
      simulate: async () => ({
        ...{ status: 'known', by: 'eth_simulateV1', block: 17, names: [], allowances: [] },
        changes: [{ kind: 'token', contract: nobody, amount: '9000000', symbol, decimals: 6, isListed }],
      }),
    })
    const airdrop = (symbol: string, isListed = false) =>
      call(stranger, '0xdeadbeef', { outside: token(symbol, isListed) })
    reads(await airdrop('dusd'), { level: 'deliberate', warnings: ['can’t be read', 'isn’t the DUSD of'] })
    reads(await airdrop('DUЅD'), {
      level: 'deliberate',
      warnings: ['can’t be read', 'may pose as others', 'isn’t the DUSD of'],
    })
    reads(await airdrop('SHADY'), { level: 'deliberate', warnings: ['can’t be read'] })
    reads(await airdrop('DUSD', true), { level: 'deliberate', warnings: ['can’t be read'] })
  })

  test('who pays the fee of a batch: the account, or a paymaster that the application names', async () => {
    const calls = [{ to: person, value: '0x1' }]
    reads(await batch(calls), { level: 'plain', facts: ['The fee is paid by: This account'] })
    const capabilities = { paymasterService: { url: 'https://pay.example' } }
    reads(await batch(calls, { capabilities }), {
      level: 'plain',
      facts: ['The fee is paid by: The application, where the wallet lets it'],
    })
  })
})
