import { type Bytes, randomBytes } from '@foyer/custody/bytes'
import { secretLength } from '@foyer/login/vault'
import { evmAddress, evmKeyOf, evmPath } from '@foyer/signing/secret'
import { scrypt } from '@noble/hashes/scrypt.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'

/*
 * A wallet in a file that a password opens: Ethereum's keystore, version 3, with the key of the account of EVM networks, which geth and most wallets read;
 * and beside it, as ethers writes it, the whole secret, from which every other account comes.
 * @see https://ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage
 */

/** A second of a computer, and 128 MB of its memory, for each password that a thief tries. */
const work = { n: 131_072, r: 8, p: 1 } as const

/**
 * The most work that a file of others may have this device do for one password: as much as geth's own do, in 256 MB of
 * memory.
 */
const mostWork = 2_097_152

const Positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const Hex = (length: number) =>
  v.pipe(
    v.string(),
    v.regex(/^(0x)?[0-9a-f]+$/i),
    v.check((text) => text.replace(/^0x/i, '').length === length * 2),
  )

const Salt = v.pipe(v.string(), v.regex(/^(0x)?([0-9a-f]{2}){8,64}$/i))

const sealed = {
  cipher: v.literal('aes-128-ctr'),
  cipherparams: v.object({ iv: Hex(16) }),
  ciphertext: Hex(32),
  mac: Hex(32),
}

/** Some writers, ethers 5 among them, begin the names with a capital: `Crypto`. */
const inSmallLetters = (file: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(file).map(([name, value]) => [name.toLowerCase(), value]))

const Keystore = v.object({
  version: v.literal(3),
  crypto: v.variant('kdf', [
    v.object({
      ...sealed,
      kdf: v.literal('scrypt'),
      kdfparams: v.object({
        salt: Salt,
        n: v.pipe(
          v.number(),
          v.safeInteger(),
          v.minValue(2),
          v.check((n) => Number.isInteger(Math.log2(n))),
        ),
        r: Positive,
        p: Positive,
        dklen: v.literal(32),
      }),
    }),
    v.object({
      ...sealed,
      kdf: v.literal('pbkdf2'),
      kdfparams: v.object({ salt: Salt, c: Positive, prf: v.string(), dklen: v.literal(32) }),
    }),
  ]),
  'x-ethers': v.optional(
    v.object({
      mnemonicCounter: Hex(16),
      // As many bytes as twelve words have, or up to twenty-four.
      mnemonicCiphertext: v.pipe(v.string(), v.regex(/^(0x)?([0-9a-f]{8}){4,8}$/i)),
    }),
  ),
})

const KeystoreText = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/^\ufeff/, '')), // a byte order mark, by which some editors begin
  v.parseJson(),
  v.record(v.string(), v.unknown()),
  v.transform(inSmallLetters),
  Keystore,
)

/**
 * An error of a file that doesn't open: it is none, it holds a key and no wallet, or one of more words, it would take
 * more than is given to it, or its password is another.
 */
export class KeystoreError extends Error {
  override readonly name = 'KeystoreError'
  readonly code: 'no_keystore' | 'no_wallet' | 'more_words' | 'too_costly' | 'wrong_password'

  constructor(code: KeystoreError['code'], options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

const read = (hex: string): Bytes => Uint8Array.from(hexToBytes(hex.replace(/^0x/i, '')))

async function ctr({ key, iv, bytes }: { readonly key: Bytes; readonly iv: Bytes; readonly bytes: Bytes }) {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CTR', false, ['encrypt'])
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CTR', counter: iv, length: 128 }, imported, bytes))
}

type Cost = { readonly n: number; readonly r: number; readonly p: number }

/** The password's keys: of the cipher, of its check, and of the secret beside it. */
function keysOf(password: string, salt: Bytes, { n, r, p }: Cost) {
  const derived = scrypt(password.normalize('NFKC'), salt, { N: n, r, p, dkLen: 64 })
  const [cipher, check, beside] = [derived.slice(0, 16), derived.slice(16, 32), derived.slice(32, 64)]
  derived.fill(0)
  return { cipher: Uint8Array.from(cipher), check, beside: Uint8Array.from(beside) }
}

export interface WriteKeystore {
  readonly secret: Bytes
  /** Of the account of EVM networks. */
  readonly password: string
  /** Less of it in tests. */
  readonly cost?: Cost | undefined
}

/** Writes a wallet into such a file. */
export async function writeKeystore({ secret, password, cost = work }: WriteKeystore): Promise<string> {
  const [salt, iv, counter] = [randomBytes(32), randomBytes(16), randomBytes(16)]
  const keys = keysOf(password, salt, cost)
  const key = Uint8Array.from(await evmKeyOf(secret))
  const address = evmAddress(key)
  const ciphertext = await ctr({ key: keys.cipher, iv, bytes: key })
  key.fill(0)
  const beside = await ctr({ key: keys.beside, iv: counter, bytes: secret })
  const keystore = {
    version: 3,
    id: crypto.randomUUID(),
    address: address.slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: bytesToHex(iv) },
      ciphertext: bytesToHex(ciphertext),
      kdf: 'scrypt',
      kdfparams: { salt: bytesToHex(salt), ...cost, dklen: 32 },
      mac: bytesToHex(keccak_256(concatBytes(keys.check, ciphertext))),
    },
    'x-ethers': {
      client: 'foyer',
      path: evmPath,
      locale: 'en',
      mnemonicCounter: bytesToHex(counter),
      mnemonicCiphertext: bytesToHex(beside),
      version: '0.1',
    },
  }
  return JSON.stringify(keystore)
}

/** The secret in such a file. @throws KeystoreError */
export async function readKeystore({ text, password }: { readonly text: string; readonly password: string }) {
  const { success, output } = v.safeParse(KeystoreText, text)
  if (!success) throw new KeystoreError('no_keystore')
  const { crypto: sealed, 'x-ethers': whole } = output
  // What pbkdf2 gives is as long as the key's own two need: nothing can lie beside it.
  if (!whole || sealed.kdf === 'pbkdf2') throw new KeystoreError('no_wallet')
  const bytes = read(whole.mnemonicCiphertext)
  if (bytes.length !== secretLength) throw new KeystoreError('more_words')
  const { n, r, p } = sealed.kdfparams
  if (n * r * p > mostWork) throw new KeystoreError('too_costly')
  const keys = keysOf(password, read(sealed.kdfparams.salt), sealed.kdfparams)
  const ciphertext = read(sealed.ciphertext)
  if (bytesToHex(keccak_256(concatBytes(keys.check, ciphertext))) !== sealed.mac.replace(/^0x/i, '').toLowerCase())
    throw new KeystoreError('wrong_password')
  const secret = await ctr({ key: keys.beside, iv: read(whole.mnemonicCounter), bytes })
  // The check is over the key alone: what lies beside it is the same wallet's only if it gives that key.
  const key = await ctr({ key: keys.cipher, iv: read(sealed.cipherparams.iv), bytes: ciphertext })
  const isSame = bytesToHex(await evmKeyOf(secret)) === bytesToHex(key)
  key.fill(0)
  if (isSame) return secret
  secret.fill(0)
  throw new KeystoreError('no_keystore')
}
