import {
  type Bytes,
  type Carriage,
  type Ciphers,
  hexToBytes,
  type Publication,
  sealEnvelope,
} from '../protocol/index.js'

export interface MessageSealing {
  readonly ciphers: Ciphers
  readonly topic: string
  /** In hex. */
  readonly symKey: string
  /** A payload, as `formatPayload` writes it. */
  readonly text: string
  readonly carriage: Carriage
  /** Makes the envelope one of type 1: see `SealParameters`. */
  readonly senderPublicKey?: Bytes | undefined
}

/**
 * Makes a message ready for the relay: without an attestation, and said so, as wallets that look for one don't wait then.
 *
 * @throws MessageTooLargeError · UnusableKeyError
 */
export async function sealMessage({ topic, symKey, carriage, ...sealing }: MessageSealing): Promise<Publication> {
  const message = await sealEnvelope({ ...sealing, symKey: hexToBytes(symKey) })
  return { topic, message, ...carriage, attestation: '' }
}
