import { devFamilyAddresses, devMnemonic } from '@foyer/stack'
import { base58, hex } from '@scure/base'
import { expect, test } from 'vitest'
import { knownAccounts } from '../keys/keyStore.js'
import { createFamilies } from '../openWallet.js'

const chains = { 'cosmos:foyer-1': { prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' } }
const same = { 'polkadot:674fbecdca3fc4c5edcd2f52b5f43646': 'polkadot:91b171bb158e2d3848fa23a9f1c25182' }
const families = createFamilies({ cosmosChains: chains, polkadotChains: same })

const addressesOf = ({ chainId, phrase, key }: { chainId: string; phrase?: string; key?: string }) => {
  const family = families.find(({ name }) => chainId.startsWith(`${name}:`)) ?? expect.fail()
  const privateKey = key === undefined ? undefined : (family.readKey(key) ?? expect.fail())
  const imported = privateKey === undefined ? [] : [{ family: family.name, privateKey }]
  const keyring = { phrase: phrase ?? '', count: phrase === undefined ? 0 : knownAccounts, imported }
  return family.addresses({ keyring, chainId })
}

const abandon = `${'abandon '.repeat(11)}about`

const nearPhrase = 'fortune conduct light unusual gloom process wrap spare season exact anchor devote'
const nearKeys = [
  '2PQENDq3KABdr7cw1TH5B4AdXLqcyNXTTpWbdZh7k828',
  '5yszd4dR4jgNhVpSo9oYT2RXLLWdEqqJ5y1WjLiwodTS',
] as const
const elrond =
  'moral volcano peasant pass circle pen over picture flat shop clap goat never lyrics gather prepare woman film husband gravity behind test tiger improve'
const nut = 'test walk nut penalty hip pave soap entry language right filter choice'
const relay = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

/** The phrases that others have published with their accounts, from the first. */
const published = {
  // @cosmjs/proto-signing, directsecp256k1hdwallet.spec.ts
  'cosmos:cosmoshub-4': {
    phrase: 'special sign fit simple patrol salute grocery chicken wheat radar tonight ceiling',
    addresses: ['cosmos1jhg0e7s6gn44tfc5k37kr04sznyhedtc9rzys5'],
  },
  'cosmos:theta-testnet-001': { phrase: abandon, addresses: ['cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4'] },
  // near-seed-phrase-rs: an account without a name is called by its key
  'near:mainnet': { phrase: nearPhrase, addresses: nearKeys.map((key) => hex.encode(base58.decode(key))) },
  // @multiversx/sdk-core: Alice, Bob and Carol
  'mvx:1': {
    phrase: elrond,
    addresses: [
      'erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th',
      'erd1spyavw0956vq68xj8y4tenjpq2wd5a9p2c6j8gsz7ztyrnpxrruqzu66jx',
      'erd1k2s324ww2g0yj38qn2ch2jwctdy8mnfxep94q9arncc6xecg3xaq6mjse8',
    ],
  },
  // bip_utils
  'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k': {
    phrase: abandon,
    addresses: [
      'EP2D7TV7IAFANZHK3B6QLKB53N5UTD7RARVXZTWCPCRQQBKYVGM2XIMT2Q',
      '4TY6NBYEJMUOI5WPNUG7YRM63GQNVZA47336IICDLIARPF7GFUMSUJ2CUU',
      'YJBVNZYARZIVME3DWJLXWMJ22YWMANMTHGPLO4O7A2FDWP6662SER5SWLA',
    ],
  },
  // cardano-serialization-lib, bip32_12_base_address
  'cip34:1-764824073': {
    phrase: nut,
    addresses: [
      'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3jcu5d8ps7zex2k2xt3uqxgjqnnj83ws8lhrn648jjxtwqfjkjv7',
    ],
  },
  'cip34:0-1': {
    phrase: nut,
    addresses: [
      'addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3jcu5d8ps7zex2k2xt3uqxgjqnnj83ws8lhrn648jjxtwq2ytjqp',
    ],
  },
  // bip_utils has the key of m/44'/1729'/0'/0', and @taquito/signer its address
  'tezos:NetXdQprcVkpaWU': { phrase: abandon, addresses: ['tz1VQA4RP4fLjEEMW2FR4pE9kAg5abb5h5GL'] },
} satisfies Record<string, { readonly phrase: string; readonly addresses: readonly string[] }>

test.each(Object.entries(published))(
  'a phrase’s accounts on %s are those that are published',
  (chainId, { phrase, addresses }) => {
    expect(addressesOf({ chainId, phrase }).slice(0, addresses.length)).toEqual(addresses)
  },
)

/** Keys as each family’s wallets write them, and what is kept of them. */
const keys = [
  // The third key of `devMnemonic` for Ethereum, in hexadecimal.
  {
    chainId: 'cosmos:cosmoshub-4',
    key: '0x5DE4111AFA1A4B94908F83103EB1F1706367C2E68CA870FC3FB9A804CDAB365A',
    kept: '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
    address: undefined,
  },
  // near-seed-phrase-rs
  {
    chainId: 'near:mainnet',
    key: 'ed25519:G94YBVktAVUFZWvYBtYmfpvVMNCtSf2x73bMfTCM9CfzyrUyN5X6VpTqr8QTCHYBTdUfzufDsTy3cR9CfNf74Bv',
    kept: 'ed25519:G94YBVktAVUFZWvYBtYmfpvVMNCtSf2x73bMfTCM9CfzyrUyN5X6VpTqr8QTCHYBTdUfzufDsTy3cR9CfNf74Bv',
    address: hex.encode(base58.decode(nearKeys[0])),
  },
  // Substrate's own for development, under Polkadot's prefix.
  {
    chainId: relay,
    key: '//Alice',
    kept: '0xfac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e//Alice',
    address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  },
  // @multiversx/sdk-core, alice.pem
  {
    chainId: 'mvx:1',
    key: `-----BEGIN PRIVATE KEY for erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th-----
NDEzZjQyNTc1ZjdmMjZmYWQzMzE3YTc3ODc3MTIxMmZkYjgwMjQ1ODUwOTgxZTQ4
YjU4YTRmMjVlMzQ0ZThmOTAxMzk0NzJlZmY2ODg2NzcxYTk4MmYzMDgzZGE1ZDQy
MWYyNGMyOTE4MWU2Mzg4ODIyOGRjODFjYTYwZDY5ZTE=
-----END PRIVATE KEY for erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th-----`,
    kept: 'NDEzZjQyNTc1ZjdmMjZmYWQzMzE3YTc3ODc3MTIxMmZkYjgwMjQ1ODUwOTgxZTQ4YjU4YTRmMjVlMzQ0ZThmOTAxMzk0NzJlZmY2ODg2NzcxYTk4MmYzMDgzZGE1ZDQyMWYyNGMyOTE4MWU2Mzg4ODIyOGRjODFjYTYwZDY5ZTE=',
    address: 'erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th',
  },
  // blockchain_utils, algorand/test_vector.dart
  {
    chainId: 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
    key: 'canal cause father input health sort hand promote crime erupt snap bronze trick happy solution because farm escape address can law uniform crucial absent  Tube',
    kept: 'canal cause father input health sort hand promote crime erupt snap bronze trick happy solution because farm escape address can law uniform crucial absent tube',
    address: 'LT74JRUCTFB35LZT4NJV23ZHVWNIOGDMTUJ4ASCXDXDDP5ZQFURIZAHIXA',
  },
  // By @taquito/signer, of the key above.
  {
    chainId: 'tezos:NetXdQprcVkpaWU',
    key: 'edskS3wZrW6P38vvgnrHqjuLLz76vy5dv9QduxAQ2yG7WL5WjEubiJQUcwS49tFfwym1MBioLATPzQFckaYgGhWBUS7nmikuME',
    kept: 'edsk4BBVKnpwdnJrx9PB4hLkXZHtceSdSZVTfKBXArhmZ3Jg87Lcxi',
    address: 'tz1VQA4RP4fLjEEMW2FR4pE9kAg5abb5h5GL',
  },
  // By @stricahq/bip32ed25519, of the first account of the phrase above.
  {
    chainId: 'cip34:1-764824073',
    key: 'acct_xsk12phl7y4uv58mne08me5szrwly2gn6jasqmkvcrndq762q68p5302z24gdf365klhll2a5f357k7nc4kpaq7j6agr5m22jq4jwlfv6l505h7dg64an4rdfk9f028nge0zcn508jw6m8lkdq36zc0v4h9xqsm27syf',
    kept: 'acct_xsk12phl7y4uv58mne08me5szrwly2gn6jasqmkvcrndq762q68p5302z24gdf365klhll2a5f357k7nc4kpaq7j6agr5m22jq4jwlfv6l505h7dg64an4rdfk9f028nge0zcn508jw6m8lkdq36zc0v4h9xqsm27syf',
    address: published['cip34:1-764824073'].addresses[0],
  },
]

test.each(keys)('a key of $chainId is taken as it is usually written', ({ chainId, key, kept, address }) => {
  const family = families.find(({ name }) => chainId.startsWith(`${name}:`)) ?? expect.fail()
  expect(family.readKey(key)).toBe(kept)
  // As it is kept, it is read again.
  expect(family.readKey(kept)).toBe(kept)
  expect(addressesOf({ chainId, key })).toEqual([address ?? expect.any(String)])
  for (const wrong of ['', 'nonsense', kept.slice(1), `${kept} 0`])
    expect([wrong, family.readKey(wrong)]).toEqual([wrong, undefined])
})

test.each(Object.entries(devFamilyAddresses))(
  'the accounts that the local stack gives coins on %s are those of its public phrase',
  (chainId, addresses) => {
    expect(addressesOf({ chainId, phrase: devMnemonic })).toEqual(addresses)
  },
)
