import { afterEach, describe, expect, test, vi } from 'vitest'
import { nativeBalance } from '../actions/read.js'
import { activity } from '../activity/activity.js'
import { approvals } from '../approvals/accountApprovals.js'
import type { TokenBalance } from '../connector/family.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import { type LocalAnswer, localServer } from '../http/test/localServer.js'
import { base, mainnet } from '../networks/known.js'
import type { Definition, Fetched, OfAccount } from '../query/definition.js'
import { follow } from '../query/follow.js'
import { queryClientOf } from '../query/queryClientOf.js'
import { watch } from '../query/watch.js'
import { assetsOfWallet, counterparties } from '../send/holdings.js'
import { networkOf } from '../state/selectors.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { trayOf } from '../transactions/tray.js'
import type { Balance } from '../wire/account.js'
import { balance, listTokens, tokens } from './balances.js'
import { heldTokens } from './heldTokens.js'
import { identity } from './identity.js'
import { nfts } from './nfts.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const address = '0x00000000000000000000000000000000000000A1'
const token = '0x00000000000000000000000000000000000000d1'

const held = (more: Partial<Balance>): Balance => ({
  name: 'Digital Dollar',
  symbol: 'DUSD',
  chainId: 'eip155:1',
  address: `eip155:1:${token}`,
  price: 1,
  quantity: { decimals: '6', numeric: '1.5' },
  iconUrl: '',
  ...more,
})

/** Lists what the operator's server answers with; by its own list it serves Ethereum, unless the test says otherwise. */
async function listed(
  answer: LocalAnswer,
  { serves = ['eip155:1'], coin = 7n }: { readonly serves?: readonly string[]; readonly coin?: bigint } = {},
) {
  const json = (body: unknown): LocalAnswer => ({ status: 200, body: JSON.stringify(body) })
  const server = await localServer(({ url }) =>
    url.pathname === '/v1/supported-chains' ? json({ http: serves, ws: [] }) : answer,
  )
  stops.push(() => void server.close())
  const evm = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: async () => coin,
      tokenBalances: async () => [
        { address: token, value: 5n, decimals: 6, symbol: 'DUSD', name: 'Digital Dollar' },
        { address: token, value: 5n, decimals: 0, symbol: 'TIX', name: 'Ticket' },
      ],
    }),
  })
  const { foyer, clock } = fakeKit({
    api: server.origin,
    adapters: [evm, fakeAdapter('solana'), fakeAdapter('bip122')],
  })
  const network = networkOf(foyer.store.getState())
  if (!network) throw new Error(`There is no ${mainnet.name}.`)
  return clock.until(listTokens({ context: contextOf(foyer), subject: { address, network } }))
}

/** As a network without a coin of its own answers for every account. */
const placeholder = BigInt('42'.repeat(38))

test('an amount of the coin that nobody can hold is none: at the chain, at the server, and in a list', async () => {
  const evm = fakeAdapter('eip155', { actions: async () => ({ nativeBalance: async () => placeholder }) })
  const adapters = [evm, fakeAdapter('solana'), fakeAdapter('bip122')]
  const { foyer } = fakeKit({ adapters, connectors: [fakeConnector()] })
  foyer.start()
  stops.push(() => foyer.stop())
  await foyer.connect({ connectorId: 'fake' })
  await expect(nativeBalance(foyer)).rejects.toMatchObject({ code: 'invalid_response' })
  const nowhere = await listed({ status: 200 }, { serves: [], coin: placeholder })
  expect(nowhere.map(({ symbol }) => symbol)).toEqual(['DUSD'])
  const quantity = { decimals: '6', numeric: (placeholder / 1_000_000n).toString() }
  const balances = [held({ address: undefined, symbol: 'USD', quantity }), held({})]
  const served = await listed({ status: 200, body: JSON.stringify({ balances }) })
  expect(served.map(({ symbol }) => symbol)).toEqual(['DUSD'])
})

/** A server that keeps what it has read for 7 s, as ours does, beside an account that is followed. */
async function keptByServer() {
  const json = (body: unknown): LocalAnswer => ({ status: 200, body: JSON.stringify(body) })
  const chain = { amount: '10' }
  const kept = { amount: chain.amount }
  const forced: (string | null)[] = []
  const server = await localServer(({ url }) => {
    if (url.pathname === '/v1/supported-chains') return json({ http: ['eip155:1'], ws: [] })
    if (!url.pathname.endsWith('/balance')) return json({})
    const forceUpdate = url.searchParams.get('forceUpdate')
    forced.push(forceUpdate)
    if (forceUpdate !== null) kept.amount = chain.amount
    const quantity = { decimals: '18', numeric: kept.amount }
    return json({ balances: [held({ address: undefined, symbol: 'ETH', quantity }), held({})] })
  })
  stops.push(() => void server.close())
  const kit = fakeKit({
    api: server.origin,
    connectors: [fakeConnector({ accounts: [account(address)] })],
    adapters: [fakeAdapter('eip155'), fakeAdapter('solana'), fakeAdapter('bip122')],
  })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  await kit.clock.until(kit.foyer.connect({ connectorId: 'fake' }))
  const received: Fetched<readonly TokenBalance[]>[] = []
  stops.push(watch(kit.foyer, 'tokens', {}, (state) => received.push(state)))
  const coin = () => received.at(-1)?.data?.find((each) => each.address === undefined)?.value
  await vi.waitUntil(() => coin() !== undefined)
  return { ...kit, chain, forced, coin, refetch: () => received.at(-1)?.refetch() }
}

test('[S3.12] what a transaction of this page changed is read anew, whatever the server has kept', async () => {
  const { foyer, chain, forced, coin, refetch } = await keptByServer()
  expect(coin()).toBe(10n * 10n ** 18n)
  expect(forced).toEqual([null])
  chain.amount = '9'
  trayOf(contextOf(foyer)).changed('eip155:1')
  await vi.waitUntil(() => coin() === 9n * 10n ** 18n)
  expect(forced).toEqual([null, `eip155:1:${token}`])
  refetch()
  await vi.waitUntil(() => forced.length === 3)
  expect(forced[2]).toBeNull()
})

interface AskedBalance {
  readonly params: { readonly address: string }
  readonly query: { readonly chainId: string; readonly forceUpdate?: string | undefined }
}

test.each([
  ['the tokens that are known', ['0xa', '0xb'], ['0xa', '0xb']],
  [
    'twenty of them at most',
    Array.from({ length: 21 }, (_, index) => `0x${index}`),
    Array.from({ length: 20 }, (_, index) => `0x${index}`),
  ],
  ['the account itself where none is known', [], [address]],
])('[S3.12] after a transaction %s are read anew', async (_, known, forced) => {
  const asked: (readonly string[] | undefined)[] = []
  const { foyer } = fakeKit({ adapters: [fakeAdapter('eip155')] })
  const context = contextOf(foyer)
  const server = {
    chains: { isSupported: async () => true },
    network: () => 'eip155:1',
    http: {
      async ask(_: unknown, { params, query }: AskedBalance) {
        expect([params.address, query.chainId]).toEqual([address, 'eip155:1'])
        asked.push(query.forceUpdate?.split(','))
        return { balances: [] }
      },
    },
  }
  const key = ['tokenBalances', 'eip155:1', address]
  const client = queryClientOf(context)
  client.setQueryDefaults(key, { meta: { staleBy: tokens.staleBy } })
  const coin = { value: 1n, decimals: 18, symbol: 'ETH', name: 'Ether' }
  client.setQueryData(key, { pages: [[coin, ...known.map((each) => ({ ...coin, address: each }))]], pageParams: [0] })
  const read = async () =>
    tokens.read({
      ...{ context: { ...context, api: async () => Object(server) }, subject: { address, network: mainnet } },
      ...{ signal: new AbortController().signal, foyer, input: {}, cursor: undefined },
    })
  await read()
  trayOf(context).changed('eip155:1')
  await read()
  expect(asked).toEqual([undefined, forced.map((each) => `eip155:1:${each}`)])
})

const fetched: readonly (readonly [kind: string, definition: Definition<OfAccount, unknown>, isStale: boolean])[] = [
  ['balance', balance, true],
  ['tokenBalances', tokens, true],
  ['walletAssets', assetsOfWallet, true],
  ['activity', activity, true],
  ['counterparties', counterparties, true],
  ['nfts', nfts, true],
  ['approvals', approvals, true],
  ['identity', identity, false],
]
test.each(fetched)(
  'a transaction of this page makes %s stale on its network alone: %#',
  (kind, definition, isStale) => {
    const { foyer } = fakeKit({ adapters: [fakeAdapter('eip155')] })
    const client = queryClientOf(contextOf(foyer))
    const read = vi.fn(async () => [])
    const stops = [mainnet, base].map((network) =>
      follow({
        foyer,
        definition: { ...definition, subject: () => ({ address, network }), read, data: () => undefined },
        input: {},
        emit: () => {},
      }),
    )
    expect(read).toHaveBeenCalledTimes(2)
    const isAsked = (networkId: string) => client.getQueryState([kind, networkId, address])?.fetchStatus === 'fetching'
    expect([isAsked('eip155:1'), isAsked('eip155:8453')]).toEqual([true, true])
    trayOf(contextOf(foyer)).changed('eip155:1')
    expect(client.getQueryState([kind, 'eip155:1', address])?.isInvalidated).toBe(isStale)
    expect(client.getQueryState([kind, 'eip155:8453', address])?.isInvalidated).toBe(false)
    for (const stop of stops) stop()
  },
)

const answers = (...balances: readonly Balance[]): LocalAnswer => ({ status: 200, body: JSON.stringify({ balances }) })

describe('listTokens', () => {
  test('[S3.12] reads the server’s amounts to the last unit, however many decimals, with price and worth', async () => {
    const tokens = await listed(
      answers(
        held({
          address: undefined,
          name: 'Ether',
          symbol: 'ETH',
          quantity: { decimals: '18', numeric: '0.000000000000000001' },
        }),
        held({ quantity: { decimals: '6', numeric: '123456789012345678901234567890.123456' }, value: 12.5 }),
        held({ quantity: { decimals: '36', numeric: `1.${'0'.repeat(35)}1` } }),
      ),
    )
    expect(tokens).toMatchObject([
      { address: undefined, value: 1n, decimals: 18 },
      { address: token, value: 123_456_789_012_345_678_901_234_567_890_123_456n, price: 1, worth: 12.5 },
      { value: 10n ** 36n + 1n, decimals: 36 },
    ])
  })

  test.each([
    ['6', '1.1234569', 1_123_456n],
    ['6', '1', 1_000_000n],
    ['1', '0.99', 9n],
    ['18', '0', 0n],
  ])('[F27] of %s decimals the amount %s is never more than it says', async (decimals, numeric, value) => {
    expect(await listed(answers(held({ quantity: { decimals, numeric } })))).toMatchObject([
      { value, decimals: Number(decimals) },
    ])
  })

  test('[F27] an entry keeps its own words, price and picture', async () => {
    const entry = held({ name: 'N', symbol: 'S', price: 2, value: 3, iconUrl: 'https://pictures.example/1' })
    expect(await listed(answers(entry))).toEqual([
      {
        ...{ address: token, value: 1_500_000n, decimals: 6, name: 'N', symbol: 'S', price: 2, worth: 3 },
        iconUrl: entry.iconUrl,
      },
    ])
  })

  test('without a server, or on a network that it doesn’t serve, the chain says what is held, the coin first', async () => {
    const tokens = [
      { value: 7n, decimals: 18, symbol: 'ETH', name: 'Ether' },
      { address: token, value: 5n, decimals: 6, symbol: 'DUSD', name: 'Digital Dollar' },
    ]
    expect(await listed(answers(held({})), { serves: [] })).toEqual(tokens)
    const subject = { address, network: mainnet }
    const { foyer } = fakeKit({ adapters: [fakeAdapter('eip155')] })
    const context = contextOf(foyer)
    expect(await listTokens({ context, subject })).toEqual([{ ...tokens[0], value: 1n }])
    const none = contextOf(fakeKit({ adapters: [fakeAdapter('solana')] }).foyer)
    await expect(listTokens({ context: none, subject })).rejects.toMatchObject({
      code: 'adapter_not_found',
      facts: { family: 'eip155' },
    })
  })

  test('[S5.15] what can’t be divided is left out, from the server and from the chain', async () => {
    const whole = held({ quantity: { decimals: '0', numeric: '7' } })
    expect(await listed(answers(whole, held({})))).toMatchObject([{ value: 1_500_000n }])
    const chain = await listed(answers(), { serves: ['eip155:10'] })
    expect(chain.map(({ symbol }) => symbol)).toEqual(['ETH', 'DUSD'])
  })

  test('an entry whose account id can’t be read is left out, and the rest is listed', async () => {
    expect(await listed(answers(held({ address: 'nonsense' }), held({})))).toHaveLength(1)
  })

  test('what the server says is worth less than its price isn’t counted at its price', async () => {
    const [paper] = heldTokens(await listed(answers(held({ price: 1_000_000, value: 3 }))))
    expect(paper?.usd).toEqual({ value: 3n * 10n ** 18n, decimals: 18 })
  })

  test('a server that fails is an error, and no empty account', async () => {
    await expect(listed({ status: 500 })).rejects.toMatchObject({ code: 'http', status: 500 })
  })
})
