import { generateKeyPairSync } from 'node:crypto'
import { mostAccounts } from '@foyer/signing'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createFamilies } from '../openWallet.js'
import { createKeyStore, InvalidKeyError, isPhrase, type TextStorage } from './keyStore.js'

const known = 'test test test test test test test test test test test junk'
const privateKey = `0x${'ac'.repeat(32)}`

/** A key pair of Node's own, as Solana's tools keep it: the secret and the public key. */
const { privateKey: secret, publicKey } = generateKeyPairSync('ed25519')
const keyPair = Uint8Array.from([
  ...secret.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
  ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
])

function memory(kept: Record<string, string> = {}): TextStorage {
  const values = new Map(Object.entries(kept))
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
  }
}

const families = createFamilies()
const chainId = 'eip155:1'
const open = (storage: TextStorage) =>
  createKeyStore({ storage, families, newPhrase: () => generateMnemonic(english), isPhrase })

describe('the keys', () => {
  test('a new phrase has one account, and is there after a reload', () => {
    const storage = memory()
    const keys = open(storage)
    expect(keys.keyring()).toBeUndefined()
    keys.create()
    const keyring = keys.keyring()
    expect(keyring?.phrase.split(' ')).toHaveLength(12)
    expect(keyring?.count).toBe(1)
    expect(open(storage).keyring()).toEqual(keyring)
    const [family] = families
    const { phrase = '' } = keyring ?? {}
    expect(keyring && family?.addresses({ keyring, chainId })).toEqual([mnemonicToAccount(phrase).address])
  })

  test('a public phrase is taken with its first accounts, which have coins', () => {
    const keys = open(memory())
    keys.takeKnown(known)
    expect(keys.keyring()).toEqual({ phrase: known, count: 3, imported: [] })
  })

  test('a phrase is read however it is spaced and written; it takes the place of the one before', () => {
    const keys = open(memory())
    keys.create()
    keys.bringIn(`  ${known.toUpperCase().replaceAll(' ', '  \n')} `)
    expect(keys.keyring()).toEqual({ phrase: known, count: 1, imported: [] })
    keys.addAccount()
    const keyring = keys.keyring()
    expect(keyring && families[0]?.addresses({ keyring, chainId })).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    ])
  })

  test('a private key stands beside the phrase, once for each family whose keys are written so; without a phrase it is the only account', () => {
    const keys = open(memory())
    keys.bringIn(privateKey.slice(2).toUpperCase())
    keys.bringIn(privateKey)
    const keyring = keys.keyring()
    expect(keyring).toMatchObject({
      count: 0,
      imported: [
        { family: 'eip155', privateKey },
        { family: 'cosmos', privateKey: privateKey.slice(2) },
      ],
    })
    expect(keyring && families[0]?.addresses({ keyring, chainId })).toHaveLength(1)
  })

  test('what is neither is refused, and changes nothing', () => {
    const keys = open(memory())
    keys.create()
    const before = keys.keyring()
    const wrong = [
      '',
      'test test test',
      known.replace('junk', 'test'),
      known.replace('junk', 'nonsense'),
      '0x00',
      `0x${'00'.repeat(32)}`,
      `0x${'ff'.repeat(32)}`,
    ]
    for (const text of wrong) expect(() => keys.bringIn(text)).toThrow(InvalidKeyError)
    expect(keys.keyring()).toBe(before)
  })

  test.each([128, 160, 192, 224, 256] as const)('a phrase of %i bits is one, in its own order only', (strength) => {
    const phrase = generateMnemonic(english, strength)
    expect(isPhrase(phrase)).toBe(true)
    const words = phrase.split(' ')
    // One in sixteen sums fits by chance with the shortest; not for all of them.
    const turned = words.map((_, index) => [...words.slice(index), ...words.slice(0, index)].join(' '))
    expect(turned.every(isPhrase)).toBe(false)
  })

  test('accounts are added up to as many as can be derived in a moment', () => {
    const keys = open(memory())
    keys.create()
    for (let times = 0; times < mostAccounts + 5; times += 1) keys.addAccount()
    expect(keys.keyring()?.count).toBe(mostAccounts)
  })

  test('what is forgotten is removed from the storage, and every subscriber is notified', () => {
    const storage = memory()
    const keys = open(storage)
    const emitted: boolean[] = []
    const stop = keys.listen(() => emitted.push(keys.keyring() !== undefined))
    keys.create()
    keys.forget()
    stop()
    keys.create()
    keys.forget()
    expect(emitted).toEqual([true, false])
    expect(open(storage).keyring()).toBeUndefined()
    expect(storage.getItem('foyer-sample-wallet/1/keyring')).toBeNull()
  })

  test('[F20] whatever lies in the storage, it opens; what is no keyring is none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(open(memory({ 'foyer-sample-wallet/1/keyring': text })).keyring()).toBeUndefined()
      }),
    )
  })

  test('a keyring that a former release stored opens as it was, and has accounts of every family', () => {
    const former = JSON.stringify({
      version: 1,
      phrase: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
      count: 2,
      imported: [{ family: 'eip155', privateKey }],
    })
    const storage = memory({ 'foyer-sample-wallet/1/keyring': former })
    const keyring = open(storage).keyring()
    expect(keyring).toMatchObject({ count: 2, imported: [{ family: 'eip155', privateKey }] })
    const addresses = (on: string) =>
      keyring && families.find(({ name }) => on.startsWith(name))?.addresses({ keyring, chainId: on })
    expect(addresses('eip155:1')?.slice(1)).toEqual([
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
    ])
    expect(addresses('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')?.[0]).toBe(
      'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    )
    // The first and the second account, as BIP-84 and WalletConnect's documentation write them.
    expect(addresses('bip122:000000000019d6689c085ae165831e93')).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz',
    ])
    expect(storage.getItem('foyer-sample-wallet/1/keyring')).toBe(former)
  })

  test('[F20] a stored key that its family can’t read is left out', () => {
    const kept = {
      version: 1,
      phrase: known,
      count: 0,
      imported: [
        { family: 'solana', privateKey: 'no key' },
        { family: 'bip122', privateKey: 'L'.repeat(52) },
        { family: 'eip155', privateKey },
      ],
    }
    const keys = open(memory({ 'foyer-sample-wallet/1/keyring': JSON.stringify(kept) }))
    expect(keys.keyring()?.imported).toEqual([{ family: 'eip155', privateKey }])
  })

  test.each([
    ['solana', base58.encode(keyPair)],
    ['solana', JSON.stringify([...keyPair])],
    ['bip122', 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1'],
    ['bip122', 'cVt4o7BGAig1UXywgGSmARhxMdzP5qvQsxKkSsc1XEkw3tDTQFpy'],
  ])('a private key of %s is read as its wallets write it (%#), and is there after a reload', (family, text) => {
    const storage = memory()
    open(storage).bringIn(text)
    const keyring = open(storage).keyring()
    expect(keyring?.imported).toMatchObject([{ family }])
    const on = family === 'solana' ? 'solana:local' : 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
    const addresses = keyring && families.find(({ name }) => name === family)?.addresses({ keyring, chainId: on })
    expect(addresses).toEqual([
      expect.stringMatching(family === 'solana' ? base58.encode(keyPair.slice(32)) : /^bcrt1q/),
    ])
  })

  test('a Solana key whose public part is another’s is refused', () => {
    const wrong = Uint8Array.from(keyPair)
    wrong[63] = (wrong[63] ?? 0) ^ 1
    expect(() => open(memory()).bringIn(base58.encode(wrong))).toThrow(InvalidKeyError)
  })
})
