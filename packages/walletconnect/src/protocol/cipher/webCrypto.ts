import { type Bytes, joinBytes, looseBase64ToBytes } from '../codec.js'

import type { Encryption, KeyAgreement, Signatures } from './algorithms.js'

/**
 * The bytes that RFC 8410 writes before the 32 of a private key; the last part of the algorithm's number stands at 11.
 */
const pkcs8Before = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0, 4, 0x22, 4, 0x20]
const numbers = { X25519: 0x6e, Ed25519: 0x70 } as const

async function importPrivateKey({
  subtle,
  name,
  key,
  usage,
}: {
  readonly subtle: SubtleCrypto
  readonly name: keyof typeof numbers
  readonly key: Bytes
  readonly usage: 'deriveBits' | 'sign'
}): Promise<CryptoKey> {
  const pkcs8 = joinBytes(pkcs8Before, key)
  pkcs8[11] = numbers[name]
  try {
    return await subtle.importKey('pkcs8', pkcs8, { name }, true, [usage])
  } finally {
    pkcs8.fill(0)
  }
}

export function webKeyAgreement(subtle: SubtleCrypto): KeyAgreement {
  const sharedSecret: KeyAgreement['sharedSecret'] = async ({ privateKey, publicKey }) => {
    const own = await importPrivateKey({ subtle, name: 'X25519', key: privateKey, usage: 'deriveBits' })
    const other = await subtle.importKey('raw', publicKey, { name: 'X25519' }, false, [])
    return new Uint8Array(await subtle.deriveBits({ name: 'X25519', public: other }, own, 256))
  }
  const basePoint = () => Uint8Array.of(9, ...new Uint8Array(31))
  return { sharedSecret, publicKey: (privateKey) => sharedSecret({ privateKey, publicKey: basePoint() }) }
}

export function webSignatures(subtle: SubtleCrypto): Signatures {
  const name = 'Ed25519'
  const importSeed = (seed: Bytes) => importPrivateKey({ subtle, name, key: seed, usage: 'sign' })
  return {
    async publicKey(seed) {
      const { x = '' } = await subtle.exportKey('jwk', await importSeed(seed))
      return looseBase64ToBytes(x)
    },
    sign: async ({ seed, message }) => new Uint8Array(await subtle.sign(name, await importSeed(seed), message)),
    async verify({ publicKey, message, signature }) {
      const key = await subtle.importKey('raw', publicKey, name, false, ['verify'])
      return subtle.verify(name, key, signature, message)
    },
  }
}

/** `raw-secret` is how the newer algorithms take their keys; the types of TypeScript don't know it yet. */
interface SecretImport {
  importKey(
    format: Exclude<KeyFormat, 'jwk'> | 'raw-secret',
    key: BufferSource,
    algorithm: { readonly name: string },
    extractable: boolean,
    usages: KeyUsage[],
  ): Promise<CryptoKey>
}

export function webEncryption(subtle: SubtleCrypto): Encryption {
  const name = 'ChaCha20-Poly1305'
  const secrets: SecretImport = subtle
  const importKey = (key: Bytes, usage: 'encrypt' | 'decrypt') =>
    secrets.importKey('raw-secret', key, { name }, false, [usage])
  return {
    seal: async ({ key, iv, plaintext }) =>
      new Uint8Array(await subtle.encrypt({ name, iv }, await importKey(key, 'encrypt'), plaintext)),
    open: async ({ key, iv, sealed }) =>
      new Uint8Array(await subtle.decrypt({ name, iv }, await importKey(key, 'decrypt'), sealed)),
  }
}
