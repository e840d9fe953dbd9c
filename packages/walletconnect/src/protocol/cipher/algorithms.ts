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

/**
 * Who calculates: each is chosen, and fetched where it isn't the platform's, when it is first called for.
 *
 * @throws ChunkLoadError
 */
export interface Algorithms {
  /** WebCrypto, which has the hashes wherever it is; undefined in pages of insecure origins. */
  readonly subtle: SubtleCrypto | undefined
  agreement(): Promise<KeyAgreement>
  signatures(): Promise<Signatures>
  encryption(): Promise<Encryption>
}
