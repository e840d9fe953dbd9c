import { devFamilyAddresses, devMnemonic } from '@foyer/stack'
import { expect, test } from 'vitest'
import { knownAccounts } from '../keys/keyStore.js'
import { createFamilies } from '../openWallet.js'

const chains = { 'cosmos:foyer-1': { prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' } }
const families = createFamilies({ cosmosChains: chains })

const addressesOf = ({ chainId, phrase, key }: { chainId: string; phrase?: string; key?: string }) => {
  const family = families.find(({ name }) => chainId.startsWith(`${name}:`)) ?? expect.fail()
  const privateKey = key === undefined ? undefined : (family.readKey(key) ?? expect.fail())
  const imported = privateKey === undefined ? [] : [{ family: family.name, privateKey }]
  const keyring = { phrase: phrase ?? '', count: phrase === undefined ? 0 : knownAccounts, imported }
  return family.addresses({ keyring, chainId })
}

const abandon = `${'abandon '.repeat(11)}about`

/** Of what others have published: their libraries' own tests. */
test.each([
  // @cosmjs/proto-signing, directsecp256k1hdwallet.spec.ts
  {
    chainId: 'cosmos:cosmoshub-4',
    phrase: 'special sign fit simple patrol salute grocery chicken wheat radar tonight ceiling',
    address: 'cosmos1jhg0e7s6gn44tfc5k37kr04sznyhedtc9rzys5',
  },
  { chainId: 'cosmos:cosmoshub-4', phrase: abandon, address: 'cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4' },
])('a phrase’s first account on $chainId is $address', ({ chainId, phrase, address }) => {
  expect(addressesOf({ chainId, phrase })[0]).toBe(address)
})

/** Keys as each family’s wallets write them. */
test.each([
  // The third key of `devMnemonic` for Ethereum, in hexadecimal.
  {
    chainId: 'cosmos:cosmoshub-4',
    key: '0x5DE4111AFA1A4B94908F83103EB1F1706367C2E68CA870FC3FB9A804CDAB365A',
    written: '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  },
])('a key of $chainId is taken as it is usually written', ({ chainId, key, written }) => {
  const family = families.find(({ name }) => chainId.startsWith(`${name}:`)) ?? expect.fail()
  expect(family.readKey(key)).toBe(written)
  // As it is kept, it is read again.
  expect(family.readKey(written)).toBe(written)
  expect(addressesOf({ chainId, key })).toHaveLength(1)
  for (const wrong of ['', 'nonsense', key.slice(0, -1), `${key}0`]) expect(family.readKey(wrong)).toBeUndefined()
})

test.each(Object.entries(devFamilyAddresses))(
  'the accounts that the local stack gives coins on %s are those of its public phrase',
  (chainId, addresses) => {
    expect(addressesOf({ chainId, phrase: devMnemonic })).toEqual(addresses)
  },
)
