import { hexToBytes, isHex } from '@foyer/core/chain'
import { hasWrongChecksum } from '../actions/checksum.js'
import { type AskChain, isContractSignature } from './contractSignature.js'
import { hashOfMessage, signerOf } from './ownKey.js'

/** What is asked: whether an account signed a message with `personal_sign`. */
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
 * Finds out how an account signed a message (EIP-191).
 *
 * One policy for keys (X7): `v` of 0, 1, 27 or 28, or 64 bytes (EIP-2098); a high `s` is refused. What is no signature of the address's own key is
 * asked of the contract at the address, deployed (ERC-1271) or about to be (ERC-6492), on the named network, by a capped call.
 *
 * @returns `key` where the address's own key did; `contract` where the contract there says so; undefined where neither did
 * @throws what `ask` rejects with, and InvalidResponseError where the chain's answer can't be used: the signature isn't judged then
 */
export async function evmSignerKind({
  networkId,
  address,
  message,
  signature,
  ask,
  signal,
}: EvmSignedMessage): Promise<'key' | 'contract' | undefined> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || !isHex(address) || hasWrongChecksum(address)) return undefined
  if (!isHex(signature) || signature.length % 2 !== 0) return undefined
  const bytes = hexToBytes(signature)
  const hash = hashOfMessage(message)
  if (signerOf({ hash, signature: bytes }) === address.toLowerCase()) return 'key'
  const isContracts = await isContractSignature({ networkId, address, hash, signature: bytes, ask, signal })
  return isContracts ? 'contract' : undefined
}
