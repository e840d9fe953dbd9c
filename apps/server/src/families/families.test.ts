import type { NetworkId } from '@foyer/core/chain'
import { patientClock } from '@foyer/service-testing/patientClock'
import {
  devAccounts,
  devSolanaAccounts,
  type StartedAlgorand,
  type StartedBitcoin,
  type StartedCardano,
  type StartedChain,
  type StartedCosmos,
  type StartedMultiversx,
  type StartedNear,
  type StartedPolkadot,
  type StartedSolana,
  type StartedTezos,
  startAlgorand,
  startBitcoin,
  startCardano,
  startChain,
  startCosmos,
  startMultiversx,
  startNear,
  startPolkadot,
  startSolana,
  startTezos,
} from '@foyer/stack'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { createChains } from '../chains/createChains.js'
import { costOf, isMethodAllowed, isSending } from '../chains/methods.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import { readersOf } from '../readers/readers.js'
import { resolveHost } from '../safeFetch/resolveHost.js'
import { createSafeFetch } from '../safeFetch/safeFetch.js'
import { FamilyClashError, families, familyOf, joinFamilies } from './families.js'
import { byCost } from './family.js'
import { near } from './near.js'

const { signal } = new AbortController()
const message = 'Hello World'

let anvil: StartedChain
let solana: StartedSolana
let bitcoin: StartedBitcoin
let cosmos: StartedCosmos
let nearNode: StartedNear
let polkadot: StartedPolkadot
let multiversx: StartedMultiversx
let algorand: StartedAlgorand
let cardano: StartedCardano
let tezosNode: StartedTezos
beforeAll(async () => {
  ;[anvil, solana, bitcoin, cosmos, nearNode, polkadot, multiversx, algorand, cardano, tezosNode] = await Promise.all([
    startChain({ id: 31337 }),
    startSolana(),
    startBitcoin(),
    startCosmos(),
    startNear(),
    startPolkadot(),
    startMultiversx(),
    startAlgorand(),
    startCardano(),
    startTezos(),
  ])
})
afterAll(() =>
  Promise.all(
    [anvil, solana, bitcoin, cosmos, nearNode, polkadot, multiversx, algorand, cardano, tezosNode].map((each) =>
      each?.stop(),
    ),
  ),
)

/** The subject of a family's tests: a real chain, an account that holds nothing, and what an account signed. */
interface Subject {
  readonly chain: () => Pick<ChainConfig, 'id'> & { url: string; esplora?: string }
  readonly empty?: string
  readonly signed?: { networkId?: NetworkId; address: string; signature: () => Promise<string> }
}

const evmAccount = privateKeyToAccount(devAccounts[0].privateKey)
const subjects: Readonly<Record<string, Subject>> = {
  eip155: {
    chain: () => ({ id: 'eip155:31337', url: anvil.url }),
    empty: `0x${'e0'.repeat(20)}`,
    signed: { address: evmAccount.address, signature: () => evmAccount.signMessage({ message }) },
  },
  solana: {
    chain: () => ({ id: solana.caipNetworkId, url: solana.url }),
    empty: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
    signed: {
      address: devSolanaAccounts[0].address,
      signature: async () => '2SmjKimGNu87zSR1PRJEoevKjpeX3SVqN1BHcq6eRvq2MeDT8CZPykWQXU79G2YP2uAUuehcYmXnc6dtM61UmBHq',
    },
  },
  bip122: {
    chain: () => ({ id: bitcoin.caipNetworkId, url: bitcoin.url, esplora: bitcoin.url }),
    empty: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    // Published by BIP-322.
    signed: {
      networkId: 'bip122:000000000019d6689c085ae165831e93',
      address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
      signature: async () =>
        'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    },
  },
  near: {
    chain: () => ({ id: nearNode.caipNetworkId, url: nearNode.url }),
    empty: '98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de',
    // By Node's own Ed25519, as the kit writes it.
    signed: {
      address: 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c',
      signature: async () =>
        '{"publicKey":"ed25519:GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB","signature":"1FgcZIpo0KNCzsFE1I3THIDh7vXY6et2o5MZ/8dzJ6FYU86B8x2IeHfIeQV+xqjHCZkVUcoERdHdVS+PMb3kDg==","nonce":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=","recipient":"app.example"}',
    },
  },
  cosmos: {
    chain: () => ({ id: cosmos.caipNetworkId, url: cosmos.url }),
    empty: 'cosmos1w508d6qejxtdg4y5r3zarvary0c5xw7k6ah60c',
    // By cosmjs.
    signed: {
      address: 'cosmos1tp7fhly84qm6q4hhzmp0nh5frtdugmysu2r4sf',
      signature: async () => '227e5+X2GwaZD+9ZnT0JWyqpB/lYru0brBZ4Z0HC8S9bZ3JaIH6YlBrBgDKJS1LBKrdcTtaVDaX7rYbpA4+lXA==',
    },
  },
  polkadot: {
    chain: () => ({ id: polkadot.caipNetworkId, url: polkadot.url }),
    empty: '1Cr7fsvNFveerFUZZUjMZYw6RCDCiKMAwU4gUL4M47gDShU',
    // By polkadot.js, with a key of sr25519.
    signed: {
      address: '13ofUaqLVvnnWt12Egm6nLrfhY6CXrz98YkrAV4LCXeuHY9K',
      signature: async () =>
        '0x50dae8991059656aa3e341d6d5990258ce20a9768ebd0ad7df4a804ff7dccb4af1e47ec28db494803ef684b6c348ac1c84f97f870ce8ee7702c7fdcb17f34f80',
    },
  },
  mvx: {
    chain: () => ({ id: multiversx.caipNetworkId, url: multiversx.url }),
    empty: 'erd1v2nprdrjmzdsuh7f8srfh8mspdx92t24hs8g0dtqprh30d4jh6lqwanltj',
    // By the official library.
    signed: {
      address: 'erd132r4llc7kwz9z4m6e4d0aeq9g4jk3htu38sfpp36q4tmc7h5nutsqxh3rz',
      signature: async () =>
        'cd70e8f04ea16afa8277a0a1453ead4c2a987f23cc7d33f07c85ad12b88edd0eb130013116dfff945f7af628644278c887f58fdca5e182669f235a603b6bbf06',
    },
  },
  algorand: {
    chain: () => ({ id: algorand.caipNetworkId, url: algorand.url }),
    empty: 'BEEQSCIJBEEQSCIJBEEQSCIJBEEQSCIJBEEQSCIJBEEQSCIJBEEURVP5F4',
    // By algosdk.
    signed: {
      address: '5JFGYY7CTRJAVPXVKB5RGLWF7GKUO5VOX27HXESCD3VGSFCG2IWAKDM5YU',
      signature: async () => 'OoCa6yNQyLmmK76vRI6vnae28iItVHLPG5Upn8ypewISmINUVEhf55t6qdHWP9mfWv7GNH/tkZa6f+26Ak/zDw==',
    },
  },
  cip34: {
    chain: () => ({ id: cardano.caipNetworkId, url: cardano.url }),
    empty: 'addr_test1vr74jw0m2cq7tdq7aenxmws5cznaz5w5ekdsu9nfrn36nfqlu5uqm',
    // By StricaHQ's libraries.
    signed: {
      address: 'addr_test1vr74jw0m2cq7tdq7aenxmws5cznaz5w5ekdsu9nfrn36nfqlu5uqm',
      signature: async () =>
        [
          '84582aa201276761646472657373581d60fd5939fb5601e5b41eee666dba14c0a7d151d4cd9b0e16691ce3a9a4a166686173686564f44b48656c6c6f20576f726c64',
          '5840e6ef1673c8410e427fe684d9648c9125c79bd9ac840c116610a46c7152779512a26032ebf5b078c8971057b630c05e480b6db3ebe7ca027ec989654a2e93140c',
          'a40101032720062158206e7a1cdd29b0b78fd13af4c5598feff4ef2a97166e3ca6f2e4fbfccd80505bf1',
        ].join(''),
    },
  },
  tezos: {
    chain: () => ({ id: tezosNode.caipNetworkId, url: tezosNode.url }),
    empty: 'tz1L6a5r4vuB51EnnyWYgBnsXNsSucZWqaKG',
    // By taquito.
    signed: {
      address: 'tz1LPPEx2mCRobEsoZfv3gVvpp6kdrJnEE7n',
      signature: async () =>
        '{"publicKey":"edpku9joY91ZkHR8Go1PTnsUtFaSsvKj9Psq9VPqh8yXMh9hLi8XNF","signature":"edsigtpPLUULCia1DvzdNWS5Z4zktKpWqBTM7Vn9g4zxr8rUHAYAZH5rP9UeTaDwifQc6cyfmkh46RXtTcE5cmrWsaHmH3yURcM"}',
    },
  },
}

test('every family is tried', () => {
  expect(families.all.map(({ id }) => id)).toEqual(Object.keys(subjects))
})

describe.each(families.all)('$id', (family) => {
  const subject = subjects[family.id] ?? expect.fail()
  const chainsOf = () => {
    const { id, url, esplora } = subject.chain()
    const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 9 }
    const config = { id, name: 'Local', nativeCurrency, iconUrl: '', tokens: [], upstreams: [url], esplora }
    return createChains({ chains: [config], timeoutMs: 5_000, clock: patientClock })
  }
  const fetcherFor = (origin: string) =>
    createSafeFetch({ config: { allow: [origin], http: false }, clock: patientClock, resolveHost })

  test('is the family of its networks, and a node of its own is known to be right', async () => {
    const { id } = subject.chain()
    expect(familyOf(id)).toBe(family)
    expect(await chainsOf().get(id).check({ signal })).toEqual(['healthy'])
    expect(family.networks.map((network) => familyOf(network.id))).toEqual(family.networks.map(() => family))
  })

  test('an account without anything holds nothing', async () => {
    const [chain = expect.fail()] = chainsOf().all
    const read = readersOf(chain.id).holdings?.({ chain, fetcherFor })
    const held = await read?.({ account: subject.empty ?? '', tokens: [], signal })
    expect(held).toEqual(subject.empty === undefined ? undefined : { coin: 0n, amounts: [] })
  })

  test('a signature is its signer’s, for what was signed alone', async () => {
    if (subject.signed === undefined) return expect(readersOf(subject.chain().id).verify).toBeUndefined()
    const { address, networkId = subject.chain().id, signature } = subject.signed
    const signed = { networkId, address, message, signature: await signature(), signal }
    const verify = (said: Partial<typeof signed> = {}) =>
      readersOf(subject.chain().id).verify?.({ chains: chainsOf(), signed: { ...signed, ...said } })
    // Which keys are an account's of NEAR or Algorand each of their networks says for itself.
    expect(await verify()).toBe(['near', 'algorand'].includes(family.id) ? 'contract' : 'key')
    expect(await verify({ message: `${message}.` })).toBeNull()
    expect(await verify({ signature: 'no signature' })).toBeNull()
  })

  test('a method is passed on to its networks alone, at a cost; any other is refused', () => {
    const { sending } = family.nodes
    const methods = family.nodes.methods.map(([name]) => name)
    const others = families.all.filter((other) => other !== family)
    for (const method of methods) {
      expect([method, isMethodAllowed({ chainId: subject.chain().id, method })]).toEqual([method, true])
      for (const { id } of others) expect(isMethodAllowed({ chainId: `${id}:1`, method })).toBe(false)
      expect([method, Number.isSafeInteger(costOf(method)), costOf(method) > 0]).toEqual([method, true, true])
      expect([method, isSending(method)]).toEqual([method, sending.includes(method)])
    }
    for (const method of ['constructor', 'personal_sign', ''])
      expect(isMethodAllowed({ chainId: subject.chain().id, method })).toBe(false)
    expect(sending.filter((method) => !methods.includes(method))).toEqual([])
  })

  test('an address of another family is refused, and a spelling of its own is one key', () => {
    const { is, key, complete } = family.addresses
    expect(is('no address')).toBe(false)
    if (subject.empty === undefined) return
    expect(is(subject.empty)).toBe(true)
    const others = Object.values(subjects).flatMap(({ empty }) => empty ?? [])
    expect(others.filter(is)).toEqual([subject.empty])
    expect(key(complete(subject.empty))).toBe(subject.empty)
  })
})

test('where no node says whose a key is, the network is unavailable', async () => {
  const { address, signature } = subjects.near?.signed ?? expect.fail()
  const nativeCurrency = { name: 'NEAR', symbol: 'NEAR', decimals: 24 }
  const networkId = nearNode.caipNetworkId
  const upstreams = ['http://127.0.0.1:1']
  const config = { id: networkId, name: 'Local', nativeCurrency, iconUrl: '', tokens: [], upstreams }
  const chains = createChains({ chains: [config], timeoutMs: 5_000, clock: patientClock })
  const signed = { networkId, address, message, signature: await signature(), signal }
  await expect(readersOf(networkId).verify?.({ chains, signed })).rejects.toBeInstanceOf(ChainUnavailableError)
})

describe('a node that answers by paths', () => {
  const chainAt = (url: string) => {
    const nativeCurrency = { name: 'EGLD', symbol: 'EGLD', decimals: 18 }
    const config = { id: multiversx.caipNetworkId, name: 'Local', nativeCurrency, iconUrl: '', tokens: [] }
    return createChains({ chains: [{ ...config, upstreams: [url] }], timeoutMs: 5_000, clock: patientClock }).all[0]
  }
  const ask = async (url: string, method: string, params: readonly unknown[]) => {
    const outcome = await chainAt(url)?.pass({ call: { jsonrpc: '2.0', id: 'x', method, params: [...params] }, signal })
    return outcome && 'next' in outcome ? expect.fail() : outcome
  }

  test('[S7.33] is asked by JSON-RPC, and its refusals are JSON-RPC’s errors', async () => {
    const { empty } = subjects.mvx ?? expect.fail()
    expect(await ask(multiversx.url, 'mvx_getAccount', [empty])).toMatchObject({
      result: { account: { address: empty, nonce: 0, balance: '0' } },
    })
    expect(await ask(multiversx.url, 'mvx_getTransaction', ['ab'.repeat(32)])).toMatchObject({
      error: { code: -32000, message: 'transaction not found' },
    })
    expect(await ask(multiversx.url, 'mvx_sendTransaction', [{ nonce: 0 }])).toMatchObject({ error: { code: -32000 } })
  })

  test.each([
    ['mvx_getAccount', ['../simulator/set-state']],
    ['mvx_getAccount', []],
    ['mvx_getTransaction', ['%2e%2e']],
    ['mvx_getNetworkStatus', ['0/../..']],
    ['mvx_sendTransaction', ['text']],
  ])('[F4] %s with %j is no path of its', async (method, params) => {
    expect(await ask(multiversx.url, method, params)).toMatchObject({ error: { code: -32602 } })
  })

  test('is away where it answers otherwise', async () => {
    const { empty } = subjects.mvx ?? expect.fail()
    await expect(ask(nearNode.url, 'mvx_getAccount', [empty])).rejects.toMatchObject({ name: 'UpstreamError' })
  })
})

test('an account of NEAR with a name is one of no other family', () => {
  const named = ['alice.near', 'a_b.c-d.testnet', '4.x']
  for (const { id, addresses } of families.all)
    expect([id, named.filter(addresses.is)]).toEqual([id, id === 'near' ? named : []])
})

test('an account of Solana is 32 bytes, whatever else is written in the letters of base58', () => {
  const { is } = familyOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp').addresses
  const account = devSolanaAccounts[0].address
  const others = ['1'.repeat(33), 'z'.repeat(44), '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', account.slice(0, -2)]
  expect([account, ...others].filter(is)).toEqual([account])
})

test('a family that isn’t served has no method, no coin and no token', () => {
  expect(familyOf('other:hub')).toMatchObject({ id: 'other', coin: null, nodes: { methods: [] } })
})

const tezos = { ...near, id: 'tezos', networks: [], nodes: { methods: [], sending: [] } } as const
test.each([
  ['id', 'near', { ...tezos, id: 'near' } as const],
  ['method', 'query', { ...tezos, nodes: { methods: byCost({ 7: 'query' }), sending: [] } }],
  ['method', 'own', { ...tezos, nodes: { methods: byCost({ 1: 'own', 2: 'own' }), sending: [] } }],
  ['network', 'near:mainnet', { ...tezos, networks: near.networks }],
])('two families with one %s, %s, can’t be joined', (what, name, other) => {
  const join = () => joinFamilies([near, other])
  expect(join).toThrow(FamilyClashError)
  expect(join).toThrow(`Two chain families have the same ${what}, ${name}.`)
})

function algorandChain() {
  const { caipNetworkId: id, name, nativeCurrency, url } = algorand
  const config = { id, name, nativeCurrency, iconUrl: '', tokens: [], upstreams: [url] }
  return createChains({ chains: [config], timeoutMs: 5_000, clock: patientClock }).get(id)
}

test('[S9.46] an account of Algorand holds its coins and its assets, every unit of 64 bits, and nothing of an asset that it never opted in to', async () => {
  const address = '5JFGYY7CTRJAVPXVKB5RGLWF7GKUO5VOX27HXESCD3VGSFCG2IWAKDM5YU'
  const all = (1n << 64n) - 1n
  await algorand.fund({ address, amount: 5_000_000n })
  await algorand.fundAsset({ address, asset: 31n, amount: all })
  const chain = algorandChain()
  const read = readersOf(chain.id).holdings?.({ chain, fetcherFor: () => expect.fail() })
  const tokens = ['31', '32'].map((token) => ({
    address: token,
    name: '',
    symbol: '',
    decimals: 6,
    iconUrl: '',
    listed: true,
  }))
  expect(await read?.({ account: address, tokens, signal })).toEqual({ coin: 5_000_000n, amounts: [all, 0n] })
})

test('[S7.33] what a node of Algorand refuses is its answer, and what isn’t a method’s own asks no node', async () => {
  const call = (method: string, params: readonly unknown[]) => ({ method, params })
  const outcomes = await algorandChain().request({
    calls: [call('algod_sendTransaction', ['AAAA']), call('algod_asset', ['32']), call('algod_account', ['../../x'])],
    signal,
  })
  expect(outcomes).toMatchObject([{ error: { code: 400 } }, { error: { code: 404 } }, { error: { code: -32602 } }])
})

test('[S7.33 S9.46] an account of Tezos holds its coins, and what isn’t a method’s own asks no node', async () => {
  const { caipNetworkId: id, name, nativeCurrency, url } = tezosNode
  const config = { id, name, nativeCurrency, iconUrl: '', tokens: [], upstreams: [url] }
  const chain = createChains({ chains: [config], timeoutMs: 5_000, clock: patientClock }).get(id)
  const { address } = subjects.tezos?.signed ?? expect.fail()
  await tezosNode.fund({ address, amount: 5_000_001n })
  const read = readersOf(id).holdings?.({ chain, fetcherFor: () => expect.fail() })
  expect(await read?.({ account: address, tokens: [], signal })).toEqual({ coin: 5_000_001n, amounts: [] })
  const call = (method: string, ...params: readonly unknown[]) => ({ method, params })
  const outcomes = await chain.request({
    calls: [
      call('octez_balance', '../../../injection/operation'),
      call('octez_operationHashes', '1/../..'),
      call('octez_operation', 1, -1),
      call('octez_managerKey', address),
    ],
    signal,
  })
  const unfit = { error: { code: -32602 } }
  expect(outcomes).toMatchObject([unfit, unfit, unfit, { result: null }])
})
