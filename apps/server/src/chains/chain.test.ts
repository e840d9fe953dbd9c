import * as v from 'valibot'
import * as viemChains from 'viem/chains'
import { expect, test } from 'vitest'
import { ChainsConfig } from './chainsConfig.js'
import { presets } from './presets.js'

const upstreams = ['https://node.example/key']

/** The networks that clients of the wire take to be passed on. */
const wire = [
  'near:mainnet',
  ...['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'].map(
    (reference) => `solana:${reference}`,
  ),
  'solana:4sgjmw1sunhzsxgspuhpqldx6wiyjntz',
  ...['000000000019d6689c085ae165831e93', '000000000933ea01ad0ee984209779ba'].map((reference) => `bip122:${reference}`),
  ...[
    1, 10, 56, 97, 100, 137, 300, 324, 1101, 1301, 1329, 5000, 5003, 8217, 8453, 17000, 42161, 42220, 43113, 43114,
    59144, 80002, 80084, 84532, 421614, 7777777, 11155111, 11155420, 999999999, 1313161554, 1313161555,
  ].map((reference) => `eip155:${reference}`),
]

test('[S7.33] all 38 networks of the wire are known by their id, and of a family beside it those that its package knows', () => {
  const beside = ['cosmoshub-4', 'juno-1', 'noble-1', 'osmosis-1'].map((reference) => `cosmos:${reference}`)
  const relays = [
    '68d56f15f85d3136970ec16946040bc1',
    '91b171bb158e2d3848fa23a9f1c25182',
    'b0a8d493285c2df73290dfb7e61f870f',
  ]
  const algorand = ['wGHE2Pwdvd7S12BL5FaOP20EGYesN73k', 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe'].map(
    (id) => `algorand:${id}`,
  )
  const tezos = ['NetXdQprcVkpaWU', 'NetXnHfVqm9iesp', 'NetXsqzbfFenSTS'].map((id) => `tezos:${id}`)
  expect([...presets.keys()].sort()).toEqual(
    [
      ...wire,
      ...beside,
      ...relays.map((genesis) => `polkadot:${genesis}`),
      ...algorand,
      ...['0-1', '0-2', '1-764824073'].map((id) => `cip34:${id}`),
      ...tezos,
      'mvx:1',
      'mvx:D',
      'mvx:T',
    ].sort(),
  )
  const chains = v.parse(
    ChainsConfig,
    wire.map((id) => ({ id, upstreams })),
  )
  expect(chains.map(({ id }) => id)).toEqual(wire)
})

test('[S9.50] the networks of the embedded wallet that still run are among them', () => {
  const evm = [1, 10, 56, 97, 100, 137, 324, 8453, 42161, 42220, 43113, 43114, 84532, 7777777, 11155111, 1313161554]
  const solana = wire.filter((id) => /^solana:[45E].{31}$/.test(id) && id !== 'solana:4sgjmw1sunhzsxgspuhpqldx6wiyjntz')
  expect(solana).toHaveLength(3)
  for (const id of [...evm.map((reference) => `eip155:${reference}`), ...solana]) expect(presets.has(id)).toBe(true)
})

test('what is known of them is what others know', () => {
  for (const [id, { nativeCurrency }] of presets) {
    if (!id.startsWith('eip155:')) continue
    // Several of theirs have one id where a network was renamed.
    const theirs = Object.values(viemChains).filter((chain) => `eip155:${chain.id}` === id)
    const { symbol, decimals } = nativeCurrency
    expect(theirs.map((chain) => chain.nativeCurrency)).toContainEqual(expect.objectContaining({ symbol, decimals }))
  }
})

test('[S9.50] a network that the kit brings is its id alone: its coin, its explorer and nodes are known; one without a public node wants a node', () => {
  const parsed = v.parse(ChainsConfig, ['eip155:8453', { id: 'eip155:1', upstreams }])
  expect(parsed).toMatchObject([
    { id: 'eip155:8453', name: 'Base', nativeCurrency: { symbol: 'ETH' }, upstreams: ['https://mainnet.base.org'] },
    { id: 'eip155:1', name: 'Ethereum', upstreams },
  ])
  const still = [1, 10, 56, 100, 137, 324, 8453, 42161, 42220, 43114, 84532, 11155111, 1313161554]
  expect(
    v.is(
      ChainsConfig,
      still.map((reference) => `eip155:${reference}`),
    ),
  ).toBe(true)
  for (const alone of ['eip155:97', 'bip122:000000000019d6689c085ae165831e93', 'eip155:123456', 'nonsense'])
    expect(v.is(ChainsConfig, [alone])).toBe(false)
})

test('what is said of a known network goes before what is known', () => {
  const [one] = v.parse(ChainsConfig, [{ id: 'eip155:42161', name: 'Ours', mostBehind: 3, upstreams }])
  expect(one).toMatchObject({ name: 'Ours', mostBehind: 3, nativeCurrency: { symbol: 'ETH' } })
})

test('a node is an address, or an address with headers and the size of its batches', () => {
  const upstream = { url: 'https://node.example', headers: { 'x-api-key': 'k' }, maxBatch: 50 }
  const [one] = v.parse(ChainsConfig, [{ id: 'eip155:1', upstreams: [...upstreams, upstream] }])
  expect(one?.upstreams).toEqual([...upstreams, upstream])
})

test.each([
  [{ url: 'https://user:secret@node.example' }, 'must carry no user: put it into "headers"'],
  [{ url: 'https://node.example', headers: { 'x-api-key': 'a\nb' } }, 'must be the value of a header'],
  [{ url: 'https://node.example', headers: { 'a b': 'c' } }, 'must be the name of a header'],
])('a node that could not be asked so is refused: %j', (upstream, sentence) => {
  const parsed = v.safeParse(ChainsConfig, [{ id: 'eip155:1', upstreams: [upstream] }])
  expect(parsed.issues?.[0].message).toBe(sentence)
})
