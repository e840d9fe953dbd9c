import { addressKey } from '@foyer/core/chain'
import type { Fact } from '@foyer/core/words'
import { base32nopad, base58, base64, bech32, bech32m, hex } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { code, words } from './sentences.js'
import { withOutside } from './withOutside.js'

const bytes = fc.uint8Array({ minLength: 20, maxLength: 32 })

test('bech32 of every family is the same address in capitals, and in a mixture none', () => {
  const prefix = fc.constantFrom('bc', 'tb', 'bcrt', 'erd', 'cosmos', 'osmo', 'neutron', 'addr', 'addr_test', 'stake')
  fc.assert(
    fc.property(prefix, bytes, fc.constantFrom(bech32, bech32m), (prefix, bytes, coder) => {
      const address = coder.encode(prefix, coder.toWords(bytes), 200)
      expect(addressKey(address)).toBe(address)
      expect(addressKey(address.toUpperCase())).toBe(address)
      const mixed = prefix + address.slice(prefix.length).toUpperCase()
      expect(addressKey(mixed)).toBe(mixed)
    }),
  )
})

test('base58, base64, base32 and hexadecimals without 0x are compared to the letter', () => {
  fc.assert(
    fc.property(bytes, (bytes) => {
      for (const written of [base58.encode(bytes), base64.encode(bytes), hex.encode(bytes), base32nopad.encode(bytes)])
        for (const each of [written, written.toUpperCase(), written.toLowerCase()]) expect(addressKey(each)).toBe(each)
    }),
  )
})

const id = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
const inBech32 = (prefix: string) => bech32.encode(prefix, bech32.toWords(id), 200)
const network = {
  ...{
    chainId: 'cosmos:foyer-1',
    name: 'Foyer',
    currency: { symbol: 'ATOM', decimals: 6 },
    rpcUrl: 'http://127.0.0.1:1',
  },
  tokens: [],
}

test.each([
  ['Bitcoin', inBech32('bc')],
  ['Cosmos', inBech32('osmo')],
  ['MultiversX', inBech32('erd')],
  ['Cardano', inBech32('addr_test')],
])(
  '[F14] an address of %s in capitals is looked for in the operator’s list, and has the name that it has in small letters',
  async (_, small) => {
    const asked: unknown[] = []
    const facts = [small, small.toUpperCase()].map((each): Fact => code('request.to', each))
    const { facts: said } = await withOutside({
      shown: {
        title: words('request.signTransaction'),
        act: words('request.act.sign'),
        facts,
        warnings: [],
        isDeliberate: false,
      },
      network: { ...network, contracts: [{ address: small, name: 'Shop' }] },
      outside: {
        async listed(of) {
          asked.push(...of.addresses)
          return { addresses: [], sites: [] }
        },
      },
      peerUrl: 'https://dapp.example',
    })
    expect(asked).toEqual([small, small.toUpperCase()])
    expect(said.map(({ value }) => value)).toEqual([`Shop (${small})`, `Shop (${small.toUpperCase()})`])
  },
)

test.each([
  ['Algorand', base32nopad.encode(Uint8Array.from([...id, 1, 2, 3, 4]))],
  ['NEAR', 'thief.near'],
  ['NEAR', hex.encode(id)],
  ['Tezos', `KT1${'a'.repeat(33)}`],
  ['Polkadot', base58.encode(Uint8Array.from([0, ...id, 1, 2]))],
])('[F14] an address of %s is looked for in the operator’s list to the letter', async (_, address) => {
  const asked: unknown[] = []
  await withOutside({
    shown: {
      ...{ title: words('request.signTransaction'), act: words('request.act.sign'), warnings: [], isDeliberate: false },
      facts: [code('request.to', address)],
    },
    network,
    outside: {
      async listed(of) {
        asked.push(...of.addresses)
        return { addresses: [], sites: [] }
      },
    },
    peerUrl: 'https://dapp.example',
  })
  expect(asked).toEqual([address])
})
