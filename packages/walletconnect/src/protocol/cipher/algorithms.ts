import type { Bytes } from '../codec/bytes.js'

/** X25519 (RFC 7748). */
export interface KeyAgreement {
  publicKey(privateKey: Bytes): Promise<Bytes>
  sharedSecret(keys: { readonly privateKey: Bytes; readonly publicKey: Bytes }): Promise<Bytes>
}

/** Ed25519 (RFC 8032). */
export interface Signatures {
  publicKey(seed: Bytes): Promise<Bytes>
  sign(input: { readonly seed: Bytes; readonly message: Bytes }): Promise<Bytes>
  verify(input: { readonly publicKey: Bytes; readonly message: Bytes; readonly signature: Bytes }): Promise<boolean>
}

/** ChaCha20-Poly1305 (RFC 8439) without associated data; the tag's 16 bytes stand behind the ciphertext. */
export interface Encryption {
  seal(input: { readonly key: Bytes; readonly iv: Bytes; readonly plaintext: Bytes }): Promise<Bytes>
  open(input: { readonly key: Bytes; readonly iv: Bytes; readonly sealed: Bytes }): Promise<Bytes>
}

/** SHA-256, and HKDF-SHA-256 (RFC 5869) to 32 bytes without salt and info. */
export interface Hashes {
  sha256(bytes: Bytes): Promise<Bytes>
  hkdf(secret: Bytes): Promise<Bytes>
}
