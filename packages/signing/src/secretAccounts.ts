import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { checksumAddress } from 'viem'
import type { SigningAccount } from './family.js'
import { deriveEd25519 } from './solana/slip10.js'

/** An account of a family, which is a namespace of CAIP-2. */
export interface FamilyAccount extends SigningAccount {
  readonly family: 'eip155' | 'solana'
}

/** The accounts of a wallet that is one secret, one a family, and what ends their keys. */
export interface SecretAccounts {
  readonly accounts: readonly FamilyAccount[]
  /** Overwrites the keys. Copies that the engine made of them aren't reached. */
  wipe(): void
}

/** The first account of a wallet's secret in each family, at the usual paths. Keys are bytes throughout: text can't be overwritten. */
export async function accountsOfSecret(secret: Uint8Array): Promise<SecretAccounts> {
  const seed = await seedOf(secret)
  const node = HDKey.fromMasterSeed(seed).derive(evmPath)
  const evmKey = node.privateKey
  const solanaKey = deriveEd25519({ seed, path: [44, 501, 0, 0] })
  seed.fill(0)
  if (!evmKey) throw new Error('The path leads to a public key.')
  return {
    accounts: [
      { family: 'eip155', address: evmAddress(evmKey), sign: async (bytes) => signEvm(evmKey, bytes) },
      {
        family: 'solana',
        address: base58.encode(ed25519.getPublicKey(solanaKey)),
        sign: async (bytes) => ed25519.sign(bytes, solanaKey),
      },
    ],
    wipe() {
      node.wipePrivateData()
      evmKey.fill(0)
      solanaKey.fill(0)
    },
  }
}

/** Where the first account of EVM networks is. @see BIP-44 */
export const evmPath = "m/44'/60'/0'/0/0"

/** The key of the first account of EVM networks alone, for a file that others read; the caller overwrites it. */
export async function evmKeyOf(secret: Uint8Array): Promise<Uint8Array> {
  const seed = await seedOf(secret)
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(evmPath)
  seed.fill(0)
  if (!privateKey) throw new Error('The path leads to a public key.')
  return privateKey
}

/** The words of a secret (BIP-39), to be read. */
export const wordsOf = (secret: Uint8Array): string => new TextDecoder().decode(phraseBytes(secret))

/** The seed of a secret (BIP-39), without a passphrase, by WebCrypto. */
async function seedOf(secret: Uint8Array): Promise<Uint8Array> {
  const phrase = phraseBytes(secret)
  const key = await crypto.subtle.importKey('raw', phrase, 'PBKDF2', false, ['deriveBits'])
  phrase.fill(0)
  const salt = Uint8Array.from(utf8ToBytes('mnemonic'))
  const algorithm = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2_048 }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 512))
}

/** The words of a secret (BIP-39) as the bytes of their text: eleven bits a word, of the secret and the beginning of its hash. */
function phraseBytes(secret: Uint8Array): Uint8Array<ArrayBuffer> {
  const bits = concatBytes(secret, sha256(secret).subarray(0, 1))
  const bitAt = (index: number) => ((bits[index >> 3] ?? 0) >> (7 - (index & 7))) & 1
  const words = Math.floor((secret.length * 8 * 33) / 32 / 11)
  const parts = Array.from({ length: words }, (_, word) => {
    let index = 0
    for (let bit = 0; bit < 11; bit += 1) index = index * 2 + bitAt(word * 11 + bit)
    return utf8ToBytes(`${word === 0 ? '' : ' '}${wordlist[index] ?? ''}`)
  })
  return Uint8Array.from(concatBytes(...parts))
}

function signEvm(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const [recovery = 0, ...rest] = secp256k1.sign(keccak_256(bytes), key, { prehash: false, format: 'recovered' })
  return Uint8Array.from([...rest, 27 + recovery])
}

/** The address of a key of EVM networks. @see EIP-55 */
export const evmAddress = (key: Uint8Array): string =>
  checksumAddress(`0x${bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(-20))}`)
