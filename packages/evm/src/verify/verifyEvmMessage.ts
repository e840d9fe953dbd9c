import { type Hex, hexToBytes, isHex } from '@foyer/core/hex'
import { messageBytes } from '@foyer/core/messageText'
import { hasWrongChecksumBy, type Keccak256 } from '../address/checksumBy.js'
import { type AskChain, isContractSignature } from './contractSignature.js'
import { type KeySignature, readKeySignature } from './keySignature.js'

/** How the signer of a hash is found. */
export interface KeyRecovery {
  readonly keccak256: Keccak256
  /** @returns the address in lower case; undefined where no key made the signature */
  signerOf(signed: {
    readonly hash: Uint8Array
    readonly signature: KeySignature
    readonly signal?: AbortSignal | undefined
  }): Promise<Hex | undefined>
}

/** The question whether an account signed a message with `personal_sign`. */
export interface EvmSignedMessage {
  /** CAIP-2, such as `eip155:1`: where the account is, should it be a contract. */
  readonly networkId: string
  readonly address: string
  readonly message: string | Uint8Array
  /** Hexadecimal, with `0x`. */
  readonly signature: string
  readonly ask: AskChain
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds out how an account signed a message (EIP-191): by the address's own key, whose signature has one of the forms of X7; or else by the contract at
 * the address, deployed (ERC-1271) or about to be (ERC-6492), which is asked on the named network. An address in both cases must have its checksum (ERC-55).
 *
 * @returns `key` where the address's own key did; `contract` where the contract there says so; undefined where neither did
 */
export async function signerKind({
  networkId,
  address,
  message,
  signature,
  ask,
  signal,
  recovery,
}: EvmSignedMessage & { readonly recovery: KeyRecovery }): Promise<'key' | 'contract' | undefined> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || !isHex(address)) return undefined
  if (hasWrongChecksumBy(recovery.keccak256, address)) return undefined
  if (!isHex(signature) || signature.length % 2 !== 0) return undefined
  const signed = messageBytes(message)
  if (!signed) return undefined
  const bytes = hexToBytes(signature)
  const hash = recovery.keccak256(prefixed(signed))
  const ofKey = readKeySignature(bytes)
  const signer = ofKey && (await recovery.signerOf({ hash, signature: ofKey, signal }))
  if (signer === address.toLowerCase()) return 'key'
  const isContracts = await isContractSignature({ networkId, address, hash, signature: bytes, ask, signal })
  return isContracts ? 'contract' : undefined
}

/** Returns the bytes that `personal_sign` hashes (EIP-191). */
function prefixed(bytes: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${bytes.length}`)
  const all = new Uint8Array(prefix.length + bytes.length)
  all.set(prefix)
  all.set(bytes, prefix.length)
  return all
}
