import type { ShownRequest, WalletNetwork } from '@foyer/core/words'
import {
  deployMarket,
  deployNfts,
  devAccounts,
  devMnemonic,
  type Market,
  type StartedChain,
  startChain,
} from '@foyer/stack'
import { createClient, encodeFunctionData, getAddress, type Hex, http, maxUint160, maxUint256, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readAllowance, readToken } from '../contracts/tokens.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { createEip155 } from './eip155.js'
import { asking, inAnySpelling } from './test/inAnySpelling.js'
import { having, said } from './test/said.js'

const keyring = { phrase: devMnemonic, count: 2, imported: [] }
const [{ address }, { address: person }] = devAccounts
const nobody = getAddress('0x00000000000000000000000000000000000f0ae2')
const family = createEip155()

let chain: StartedChain
let network: WalletNetwork
let market: Market
const tokenOf = (symbol: string) => market.tokens.find((token) => token.symbol === symbol) ?? expect.fail(symbol)

beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  market = await deployMarket({ url: chain.url })
  const { address: listed, symbol, decimals } = tokenOf('DUSD')
  network = {
    chainId: chain.caipNetworkId,
    name: chain.name,
    currency: { symbol: 'ETH', decimals: 18 },
    rpcUrl: chain.url,
    tokens: [
      { address: listed, symbol, decimals },
      { address: nobody, symbol: 'WETH', decimals: 18 },
    ],
  }
})
afterAll(() => chain.stop())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function prepare(method: string, params: readonly unknown[], on = network) {
  const host = {
    networks: () => [on],
    network: () => on,
    addNetwork: () => Promise.reject(new Error('not asked for')),
    switchNetwork: () => Promise.reject(new Error('not asked for')),
  }
  const asked = { method, params, chainId: on.chainId, addresses: [address], peerUrl: 'https://dapp.example' }
  return family.prepare(asked, { keyring, host })
}

const shown = (method: string, params: readonly unknown[], on = network) =>
  inAnySpelling({ method, params, prepare: (of) => prepare(method, of, on) })

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] counts, bytes data)',
  'function upgradeToAndCall(address code, bytes data)',
  'function swapExactTokensForTokens(uint256 give, uint256 get, address[] path, address to, uint256 deadline)',
])
const call = (to: string, data: Hex, on = network) =>
  shown('eth_sendTransaction', [{ from: address, to, data, gas: '0x60000' }], on)

/** The dev account lets the router take, for real, so that there is something to be had before. */
async function allowNow(token: Hex, amount: bigint): Promise<void> {
  const client = createClient({ transport: http(chain.url) })
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [market.router, amount] })
  await client.request<{ Method: string; Parameters: readonly unknown[]; ReturnType: Hex }>({
    method: 'eth_sendTransaction',
    params: [{ from: address, to: token, data }],
  })
}

describe('a token’s call', () => {
  test('sends to the recipient in its data, not to the contract that is called', async () => {
    const { address: token } = tokenOf('DUSD')
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [person, 25_000_000n] })
    expect(said(await call(token, data))).toMatchObject(
      having({ title: 'Send DUSD', facts: ['Amount: 25 DUSD', `To: ${person}`], warnings: [], isDeliberate: false }),
    )
  })

  test('to the token’s own contract can’t be had back', async () => {
    const { address: token } = tokenOf('DUSD')
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [token, 1n] })
    expect(said(await call(token, data))).toMatchObject(
      having({ warnings: ['token’s own contract'], isDeliberate: true }),
    )
  })

  test('that lets a contract take some says how much may be taken before and afterwards', async () => {
    const { address: token } = tokenOf('DUSD')
    await allowNow(token, 40_000_000n)
    const approve = encodeFunctionData({ abi, functionName: 'approve', args: [market.router, 100_000_000n] })
    expect(said(await call(token, approve))).toMatchObject(
      having({
        title: 'Allow spending of DUSD',
        facts: ['Amount: 100 DUSD', 'May take now: 40 DUSD', `Spender: ${market.router}`],
        warnings: ['this much of your DUSD'],
        isDeliberate: false,
      }),
    )
    const more = encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [market.router, 2_500_000n] })
    expect(said(await call(token, more))).toMatchObject(
      // This token has no such function, which is said beside.
      having({
        facts: ['Adds: 2.5 DUSD', 'May take afterwards: 42.5 DUSD'],
        warnings: ['this much of your DUSD', 'network refuses'],
        isDeliberate: true,
      }),
    )
    const all = encodeFunctionData({
      abi,
      functionName: 'increaseAllowance',
      args: [market.router, maxUint256 - 40_000_000n],
    })
    expect(said(await call(token, all))).toMatchObject(
      having({ warnings: ['all of your DUSD', 'network refuses'], isDeliberate: true }),
    )
  })

  test('[F13] without a limit may be given one: another request, which is shown before it is signed', async () => {
    const { address: token } = tokenOf('DUSD')
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [market.router, maxUint256] })
    const ask = async (params: object) =>
      asking(await prepare('eth_sendTransaction', [{ from: address, to: token, ...params }]))
    const inEnglish = (of: ShownRequest) => spokenRequest(of, sayRequestInEnglish)
    const asked = await ask({ data, gas: '0x60000' })
    const usual = expect.stringMatching(/^\d+$/)
    expect(inEnglish(asked.shown).limit).toEqual({ label: 'Allow at most', unit: 'DUSD', decimals: 6, usual })
    const limited = asking((await asked.limitTo?.('12,5')) ?? expect.fail())
    const shownNow = inEnglish(limited.shown)
    expect(shownNow.facts).toContainEqual({ label: 'Amount', value: '12.5 DUSD' })
    expect([shownNow.limit, shownNow.isDeliberate]).toEqual([undefined, false])
    // Other bytes are signed than those that were asked for, and they are those that are shown.
    const exact = encodeFunctionData({ abi, functionName: 'approve', args: [market.router, 12_500_000n] })
    expect(shownNow.content?.text).toBe(exact)
    expect(limited.payloads).not.toEqual(asked.payloads)
    expect(asking((await asked.limitTo?.('many')) ?? expect.fail()).shown.limit).toBeTruthy()
    for (const other of [
      encodeFunctionData({ abi, functionName: 'approve', args: [market.router, 5n] }),
      encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [market.router, maxUint256 / 2n] }),
    ]) {
      const { shown: whole, payloads, limitTo } = await ask({ data: other, gas: '0x60000' })
      expect(whole.limit).toBeUndefined()
      expect(asking((await limitTo?.('1')) ?? expect.fail()).payloads).toEqual(payloads)
    }
  })

  test('[F13] without a limit may be given one as soon as a slow node says what there is to take', async () => {
    const { address: token } = tokenOf('DUSD')
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [market.router, maxUint256] })
    const { fetch } = globalThis
    const slow = new AbortController()
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const isHeld = !slow.signal.aborted && String(init.body).includes('0x70a08231')
      if (isHeld) await new Promise((resolve) => slow.signal.addEventListener('abort', resolve))
      return fetch(url, init)
    })
    const asked = asking(await prepare('eth_sendTransaction', [{ from: address, to: token, data, gas: '0x60000' }]))
    expect(asked.shown.limit).toBeUndefined()
    slow.abort()
    await vi.waitFor(async () => expect((await asked.describe?.())?.limit).toMatchObject({ unit: 'DUSD' }))
    const limited = asking((await asked.limitTo?.('12.5')) ?? expect.fail())
    expect(said(spokenRequest(limited.shown, sayRequestInEnglish)).facts).toContain('Amount: 12.5 DUSD')
  })

  test('without a limit puts everything at stake, which is named', async () => {
    const { address: token } = tokenOf('DUSD')
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [market.router, maxUint256] })
    const words = said(await call(token, data))
    expect(words).toMatchObject(
      having({ facts: ['Amount: Unlimited'], warnings: ['all of your DUSD'], isDeliberate: true }),
    )
    expect(words.facts).toContainEqual(expect.stringMatching(/^You have now: [1-9]\d* DUSD$/))
  })

  test('that lets a person take is a step of its own', async () => {
    const { address: token } = tokenOf('DUSD')
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [person, 1_000_000n] })
    expect(said(await call(token, data))).toMatchObject(
      having({ warnings: ['this much', 'no contract'], isDeliberate: true }),
    )
  })

  test('with bytes behind it is read, and the bytes are told of; encoded in another way it isn’t read', async () => {
    const { address: token } = tokenOf('DUSD')
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [person, 1_000_000n] })
    expect(said(await call(token, `${data}${'00'.repeat(32)}`))).toMatchObject(
      having({ title: 'Send DUSD', warnings: ['32 bytes follow'], isDeliberate: false }),
    )
    // The address has a byte too many in front, which the token might read.
    const dirty: Hex = `0x${data.slice(2, 10)}01${data.slice(12)}`
    expect(said(await call(token, dirty))).toMatchObject(having({ title: 'Call a contract', isDeliberate: true }))
  })

  test('of a token that isn’t listed says so, and that a listed one has its name', async () => {
    const { weth } = market
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [person, 10n ** 16n] })
    expect(said(await call(weth, data))).toMatchObject(
      having({
        facts: [expect.stringMatching(/^Amount: 0.01 WETH \(unlisted, 0x/), `Contract: ${weth}`],
        // The account has none of it.
        warnings: ['It calls itself WETH', 'network refuses'],
        isDeliberate: true,
      }),
    )
  })

  test('of a contract that doesn’t say its decimals is in its smallest unit, and an id stays a number', async () => {
    const sent = encodeFunctionData({ abi, functionName: 'transfer', args: [person, 7n] })
    expect(said(await call(market.router, sent)).facts).toContain(
      'Amount: 7 of its smallest unit; its decimals aren’t known',
    )
    const moved = encodeFunctionData({ abi, functionName: 'transferFrom', args: [address, person, maxUint256] })
    expect(said(await call(market.router, moved)).facts).toContain(`Amount or token id: ${maxUint256}`)
  })

  test('is shown after a second and a half where the node says nothing of its token, which is unknown then', async () => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      (_url: unknown, { signal }: { readonly signal: AbortSignal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new DOMException('late', 'AbortError'))),
        ),
    )
    const read = Promise.all([
      readToken(network, market.weth),
      readAllowance({ network, token: market.weth, owner: address, spender: person }),
    ])
    await vi.advanceTimersByTimeAsync(1_500)
    expect(await read).toMatchObject([
      { symbol: undefined, decimals: undefined, isListed: false },
      { before: undefined, balance: undefined, isContract: undefined },
    ])
  })
})

describe('a collection’s call', () => {
  test('hands over all of it, also later ones', async () => {
    const { nft: token } = await deployNfts({ url: chain.url })
    const data = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [market.router, true] })
    const words = said(await call(token, data))
    expect(words).toMatchObject(
      having({ title: 'Hand over a whole collection', warnings: ['will have'], isDeliberate: true }),
    )
    expect(words.facts).toContainEqual(expect.stringMatching(/^You have now: \d+$/))
    const taken = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [market.router, false] })
    expect(said(await call(token, taken))).toMatchObject(having({ warnings: [], isDeliberate: false }))
  })

  test('moves each id and count', async () => {
    const args = [address, person, [1n, 22n, 333n], [1n, 5n, 9n], '0x'] as const
    const data = encodeFunctionData({ abi, functionName: 'safeBatchTransferFrom', args })
    expect(said(await call(nobody, data))).toMatchObject(
      having({ facts: ['Token 1: × 1', 'Token 22: × 5', 'Token 333: × 9', `To: ${person}`], isDeliberate: false }),
    )
  })
})

test('a contract’s code is replaced by a step of its own', async () => {
  const data = encodeFunctionData({ abi, functionName: 'upgradeToAndCall', args: [nobody, '0x'] })
  expect(said(await call(market.router, data))).toMatchObject(
    having({
      facts: [`New code: ${nobody}`, `Contract: ${market.router}`],
      // The router has no such function, which is said beside.
      warnings: ['new code does', 'network refuses'],
      isDeliberate: true,
    }),
  )
})

test.each([
  { to: address, get: 24n * 10n ** 15n, warnings: [], isDeliberate: false },
  { to: person, get: 24n * 10n ** 15n, warnings: ['Somebody else'], isDeliberate: true },
  { to: address, get: 0n, warnings: ['next to nothing'], isDeliberate: true },
])('a swap says what is given and got at least, by when, and for whom: $warnings', async ({ to, get, ...expected }) => {
  const { address: token } = tokenOf('DUSD')
  const args = [100_000_000n, get, [token, market.weth], to, 1_900_000_000n] as const
  const data = encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args })
  await allowNow(token, 100_000_000n)
  const known = {
    ...network,
    tokens: [...network.tokens.slice(0, 1), { address: market.weth, symbol: 'WETH', decimals: 18 }],
    contracts: [{ address: market.router, name: 'Uniswap V2' }],
  }
  expect(said(await call(market.router, data, known))).toMatchObject(
    having({
      title: 'Swap DUSD for WETH',
      facts: [
        'You give: 100 DUSD',
        `${to === person ? 'Others get at least' : 'You get at least'}: ${get === 0n ? '0' : '0.024'} WETH`,
        'Until: 2030-03-17 17:46 UTC',
        `Contract: Uniswap V2 (${market.router})`,
      ],
      ...expected,
    }),
  )
})

describe('a signature that lets others take', () => {
  const types = {
    Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'],
    PermitBatch: ['details PermitDetails[]', 'spender address', 'sigDeadline uint256'],
    PermitDetails: ['token address', 'amount uint160', 'expiration uint48', 'nonce uint48'],
  }
  const typesOf = (lists: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(
      Object.entries(lists).map(([name, fields]) => [
        name,
        fields.map((field) => ({ name: field.split(' ')[0], type: field.split(' ')[1] })),
      ]),
    )
  const sign = (data: object) => shown('eth_signTypedData_v4', [address, data])
  const inAYear = Math.floor(Date.now() / 1_000) + 365 * 86_400
  const permit = (message: object, lists: Readonly<Record<string, readonly string[]>> = { Permit: types.Permit }) => ({
    types: typesOf(lists),
    primaryType: 'Permit',
    domain: { name: 'Dollar', chainId: 31337, verifyingContract: tokenOf('DUSD').address },
    message,
  })

  test('says how much of which token, by whom and until when, and that it holds for long', async () => {
    const message = { owner: address, spender: market.router, value: '50000000', nonce: 0, deadline: inAYear }
    const until = expect.stringMatching(/^Until: \d{4}-\d\d-\d\d \d\d:\d\d UTC, in 36[45] days$/)
    expect(said(await sign(permit(message)))).toMatchObject(
      having({
        title: 'Allow spending by signature',
        facts: ['Amount: 50 DUSD', `Spender: ${market.router}`, until, 'Fee now: None'],
        warnings: ['those whom it names may take', 'this much of your DUSD', 'longer than a month'],
        isDeliberate: false,
      }),
    )
    expect(said(await sign(permit({ ...message, value: `${maxUint256}`, spender: person })))).toMatchObject(
      having({ facts: ['Amount: Unlimited'], isDeliberate: true }),
    )
  })

  test('reads only what is signed: a value that its type doesn’t name is none, and it takes a step of its own', async () => {
    const lists = { Permit: types.Permit.filter((field) => !field.startsWith('value')).concat('amount uint256') }
    const message = { owner: address, spender: market.router, value: 1, amount: `${maxUint256}`, nonce: 0, deadline: 1 }
    const words = said(await sign(permit(message, lists)))
    expect(words.isDeliberate).toBe(true)
    expect(words.facts.join()).not.toContain('Amount')
  })

  test('of several tokens at once says each', async () => {
    const { address: dusd } = tokenOf('DUSD')
    const details = [dusd, market.weth, nobody].map((token, index) => ({
      token,
      amount: index === 2 ? `${maxUint160}` : '1000000',
      expiration: 1_900_000_000 + index * 60,
      nonce: 0,
    }))
    const data = {
      types: typesOf({ PermitBatch: types.PermitBatch, PermitDetails: types.PermitDetails }),
      primaryType: 'PermitBatch',
      domain: { name: 'Permit2', chainId: 31337, verifyingContract: nobody },
      message: { details, spender: market.router, sigDeadline: 1_900_000_000 },
    }
    expect(said(await sign(data))).toMatchObject(
      having({
        facts: [
          'Amount: 1 DUSD',
          expect.stringContaining('Amount: 0.000000000001 WETH (unlisted, 0x'),
          'Amount: Unlimited',
          expect.stringContaining('Until: 2030-03-17 17:46 UTC'),
          expect.stringContaining('Until: 2030-03-17 17:48 UTC'),
        ],
        isDeliberate: true,
      }),
    )
  })
})

test('a text that signs in at another site takes a step of its own', async () => {
  const text = `bank.example wants you to sign in with your Ethereum account:\n${address}\n`
  expect(said(await shown('personal_sign', [text, address]))).toMatchObject(
    having({ warnings: ['signs you in at bank.example'], isDeliberate: true }),
  )
})
