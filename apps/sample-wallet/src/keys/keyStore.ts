import type { WalletFamily } from '@foyer/signing'
import { type ImportedKey, KeptKeyring, type Keyring, mostAccounts } from '@foyer/signing'
import * as v from 'valibot'
import { hexToBytes, sha256 } from 'viem'
import { english } from 'viem/accounts'

/** The part of a browser's storage that is used. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface KeyStoreParameters {
  readonly storage: TextStorage
  readonly families: readonly Pick<WalletFamily, 'name' | 'readKey'>[]
  readonly newPhrase: () => string
  readonly isPhrase: (text: string) => boolean
}

/**
 * Stores the keys in the page's storage, unencrypted: anyone who can read the browser's profile has them. That is what a
 * wallet for development needs, and no more.
 */
export interface KeyStore {
  /** Undefined before the first key. The same object until it changes. */
  keyring(): Keyring | undefined
  /** Creates a new phrase, with one account. */
  create(): void
  /** Imports a phrase, which replaces the former one, or a private key beside it, of each family whose keys are written so. @throws InvalidKeyError */
  bringIn(text: string): void
  /** Takes a public phrase with its first {@link knownAccounts}, which have coins where it is offered. */
  takeKnown(phrase: string): void
  /** One more account of the phrase, up to {@link mostAccounts}. */
  addAccount(): void
  /** Deletes every key: only the phrase itself restores them. */
  forget(): void
  /** @returns unsubscribes */
  listen(listener: () => void): () => void
}

/** The input is neither a phrase nor a key. The error never holds the input. */
export class InvalidKeyError extends Error {
  override readonly name = 'InvalidKeyError'
  constructor() {
    super('This is neither a phrase of 12 to 24 words nor a private key.')
  }
}

/** How many accounts of a public phrase are taken at once. */
export const knownAccounts = 3

/** The storage key; the number is the format's version. */
const place = 'foyer-sample-wallet/1/keyring'

export function createKeyStore({ storage, families, newPhrase, isPhrase }: KeyStoreParameters): KeyStore {
  const listeners = new Set<() => void>()
  let kept = read({ storage, families })
  const keep = (keyring: Keyring | undefined) => {
    kept = keyring
    if (keyring) storage.setItem(place, JSON.stringify({ version: 1, ...keyring }))
    else storage.removeItem(place)
    for (const listener of [...listeners]) listener()
  }
  return {
    keyring: () => kept,
    create: () => keep({ phrase: newPhrase(), count: 1, imported: [] }),
    bringIn(text) {
      const typed = text.trim()
      const phrase = typed.toLowerCase().split(/\s+/).join(' ')
      if (isPhrase(phrase)) return keep({ phrase, count: 1, imported: kept?.imported ?? [] })
      const found = families.flatMap(({ name, readKey }) => {
        const privateKey = readKey(typed)
        return privateKey === undefined ? [] : [{ family: name, privateKey }]
      })
      if (found.length === 0) throw new InvalidKeyError()
      const { phrase: own = newPhrase(), count = 0, imported = [] } = kept ?? {}
      const fresh = found.filter(
        (key) => !imported.some((each) => each.family === key.family && each.privateKey === key.privateKey),
      )
      if (fresh.length === 0) return undefined
      return keep({ phrase: own, count, imported: [...imported, ...fresh].slice(-mostAccounts) })
    },
    takeKnown: (phrase) => keep({ phrase, count: knownAccounts, imported: [] }),
    addAccount() {
      if (kept && kept.count < mostAccounts) keep({ ...kept, count: kept.count + 1 })
    },
    forget: () => keep(undefined),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Reads the stored keyring, without keys that their family can't read; undefined for an invalid one. */
function read({ storage, families }: Pick<KeyStoreParameters, 'storage' | 'families'>): Keyring | undefined {
  const text = storage.getItem(place)
  if (text === null) return undefined
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), KeptKeyring), text)
  if (!success) return undefined
  const isReadable = ({ family, privateKey }: ImportedKey) => {
    const known = families.find(({ name }) => name === family)
    return !known || known.readKey(privateKey) === privateKey
  }
  return { ...output, imported: output.imported.filter(isReadable) }
}

/** Whether a text is a recovery phrase: 12 to 24 words of the list, the last of which holds the checksum (BIP-39). */
export function isPhrase(text: string): boolean {
  const indices = text.split(' ').map((word) => english.indexOf(word))
  if (![12, 15, 18, 21, 24].includes(indices.length) || indices.includes(-1)) return false
  const bits = indices.map((index) => index.toString(2).padStart(11, '0')).join('')
  // Of 33 bits 32 are entropy, and one is of the checksum.
  const length = (bits.length / 33) * 32
  const entropy = Uint8Array.from(bits.slice(0, length).match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  const [first = 0] = hexToBytes(sha256(entropy))
  return (
    bits.slice(length) ===
    first
      .toString(2)
      .padStart(8, '0')
      .slice(0, bits.length - length)
  )
}
