import fc from 'fast-check'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createFamilies } from '../openWallet.js'
import { InvalidKeyError } from './InvalidKeyError.js'
import { mostAccounts } from './keyring.js'
import { createKeyStore, isPhrase, type TextStorage } from './keyStore.js'

const known = 'test test test test test test test test test test test junk'
const privateKey = `0x${'ac'.repeat(32)}`

function memory(kept: Record<string, string> = {}): TextStorage {
  const values = new Map(Object.entries(kept))
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
  }
}

const families = createFamilies()
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
    expect(keyring && family?.addresses(keyring)).toEqual([mnemonicToAccount(phrase).address])
  })

  test('a phrase is read however it is spaced and written; it takes the place of the one before', () => {
    const keys = open(memory())
    keys.create()
    keys.bringIn(`  ${known.toUpperCase().replaceAll(' ', '  \n')} `)
    expect(keys.keyring()).toEqual({ phrase: known, count: 1, imported: [] })
    keys.addAccount()
    const keyring = keys.keyring()
    expect(keyring && families[0]?.addresses(keyring)).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    ])
  })

  test('a private key stands beside the phrase, once; without a phrase it is the only account', () => {
    const keys = open(memory())
    keys.bringIn(privateKey.slice(2).toUpperCase())
    keys.bringIn(privateKey)
    const keyring = keys.keyring()
    expect(keyring).toMatchObject({ count: 0, imported: [{ family: 'eip155', privateKey }] })
    expect(keyring && families[0]?.addresses(keyring)).toHaveLength(1)
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
})
