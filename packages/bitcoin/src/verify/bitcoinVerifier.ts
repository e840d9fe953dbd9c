import { messageBytes, type SignedText, type SiwxVerifier } from '@foyer/core/siwx'
import { base64 } from '@scure/base'
import { isOnNetwork, readAddress } from '../addresses/readAddress.js'
import { isFullSignature, isSimpleSignature } from './bip322.js'
import { attempt } from './bytes.js'
import { isLegacySignature } from './legacySignature.js'

/** A message that an address is said to have signed. */
export interface BitcoinSignedMessage {
  /** CAIP-2: an address of another network is refused. */
  readonly networkId: string
  readonly address: string
  readonly message: string | Uint8Array
  /** base64 */
  readonly signature: string
}

/** Two items of a witness, or a header and a compact signature, and no books. */
const longestSignature = 1_024

/**
 * Whether an address signed a message: by BIP-322 (p2wpkh, p2tr by its key, p2sh-p2wpkh) in its simple form or its full one, with their prefixes `smp` and
 * `ful` or without, or by the older 65 bytes (p2pkh, and p2wpkh and p2sh-p2wpkh by BIP-137). The script has to be the address's, and the address one of the network (X9).
 *
 * For the 65 bytes the header has to fit the address: 27–30 and 31–34 for p2pkh, 35–38 for p2sh-p2wpkh, 39–42 for p2wpkh; 31–34 are taken for the last
 * two as well, as many wallets send them. A high `s` is refused.
 *
 * @example verifyBitcoinMessage({ networkId: 'bip122:000000000019d6689c085ae165831e93', address, message: 'Hello', signature })
 */
export function verifyBitcoinMessage({ networkId, address, message, signature }: BitcoinSignedMessage): boolean {
  const read = readAddress(address)
  if (!read || !isOnNetwork(read, networkId) || signature.length > longestSignature) return false
  const form = signature.length % 4 === 3 ? signature.slice(0, 3) : ''
  const bytes = attempt(() => base64.decode(signature.slice(form.length)))
  const text = messageBytes(message)
  if (!bytes || !text) return false
  const signed = { address: read, message: text, signature: bytes }
  switch (form) {
    case '':
      return bytes.length === 65 ? isLegacySignature(signed) : isSimpleSignature(signed) || isFullSignature(signed)
    case 'smp':
      return isSimpleSignature(signed)
    case 'ful':
      return isFullSignature(signed)
    default:
      return false
  }
}

/**
 * Verifies signed messages of Bitcoin addresses, without any request: {@link verifyBitcoinMessage} says what is taken.
 *
 * @see CAIP-122, BIP-322, BIP-137
 * @example await bitcoinVerifier().verify({ networkId: 'bip122:000000000019d6689c085ae165831e93', address, message, signature })
 */
export function bitcoinVerifier(): SiwxVerifier {
  return {
    family: 'bip122',
    verify: async ({ networkId, address, message, signature }: SignedText) =>
      verifyBitcoinMessage({ networkId, address, message, signature }),
  }
}
