import { messageBytes, type SignedMessage, type SignedText, type SiwxVerifier } from '@foyer/core/siwx'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { isAddressOfKey, type ReadAddress, readAddress } from '../addresses/address.js'
import { type Chains, chainIn } from '../chain/chains.js'
import { signatureIn } from '../wire/methods.js'
import { adr36Doc, aminoBytes } from './adr36.js'

/** A message that an address is said to have signed. */
export interface CosmosSignedMessage extends SignedMessage {
  /** CAIP-2: an address of another chain than this is refused, where it is one of the kit's or of `chains`. */
  readonly networkId: string
  /** base64 of 64 bytes */
  readonly signature: string
  readonly chains?: Chains | undefined
}

/**
 * Whether an address signed a message, by ADR-36 with a key of secp256k1. The key needn't be said: it is the one that the signature recovers, and the address
 * its hash, as Cosmos makes it or as Ethereum does (Injective, Evmos and their kin). A high `s` is refused, and so are addresses of other curves' keys and of
 * contracts.
 *
 * @example verifyCosmosMessage({ networkId: 'cosmos:cosmoshub-4', address, message: 'Hello', signature })
 */
export function verifyCosmosMessage({
  networkId,
  address,
  message,
  signature,
  chains = {},
}: CosmosSignedMessage): boolean {
  const read = readAddress(address)
  const chain = chainIn(chains, networkId)
  const bytes = signature.length > 256 ? undefined : signatureIn(signature)
  const text = messageBytes(message)
  if (!networkId.startsWith('cosmos:') || !read || !bytes || !text || (chain && chain.prefix !== read.prefix))
    return false
  const signed = aminoBytes(adr36Doc({ address: read.address, message: text }))
  return keyKinds.some(({ hash, isOfKey }) =>
    [0, 1, 2, 3].some((recovery) => {
      const publicKey = recovered({ hash: hash(signed), bytes, recovery })
      return publicKey !== undefined && isOfKey(read, publicKey)
    }),
  )
}

/** A kind of key hashes what it signs as it hashes itself; no mixture of the two is taken. */
const keyKinds = [
  { hash: sha256, isOfKey: isAddressOfKey },
  { hash: keccak_256, isOfKey: isAddressOfEthereumKey },
]

/** @see Ethermint's `eth_secp256k1` */
function isAddressOfEthereumKey({ bytes }: Pick<ReadAddress, 'bytes'>, publicKey: Uint8Array): boolean {
  const own = keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).slice(1)).slice(12)
  return own.length === bytes.length && own.every((byte, index) => byte === bytes[index])
}

function recovered({ hash, bytes, recovery }: Record<'hash' | 'bytes', Uint8Array> & { recovery: number }) {
  try {
    const signature = secp256k1.Signature.fromBytes(bytes, 'compact')
    return signature.hasHighS() ? undefined : signature.addRecoveryBit(recovery).recoverPublicKey(hash).toBytes(true)
  } catch {
    return undefined // no point of the curve
  }
}

/**
 * Verifies signed messages of Cosmos addresses, without any request: {@link verifyCosmosMessage} says what is taken.
 *
 * @param options.chains - beside those that the kit knows
 * @see CAIP-122, ADR-36
 * @example await cosmosVerifier().verify({ networkId: 'cosmos:cosmoshub-4', address, message, signature })
 */
export const cosmosVerifier = ({ chains }: { readonly chains?: Chains | undefined } = {}): SiwxVerifier => ({
  family: 'cosmos',
  verify: async (signed: SignedText) => verifyCosmosMessage({ ...signed, chains }),
})
