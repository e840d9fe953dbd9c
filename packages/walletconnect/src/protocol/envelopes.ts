import type { Ciphers } from './cipher/ciphers.js'
import { deriveSymKey } from './cipher/keys.js'
import type { Bytes } from './codec.js'
import {
  type EnvelopeKey,
  type EnvelopeOpener,
  envelopeBytes,
  type OpenedEnvelope,
  partsBehind,
  publicKeyLength,
  type SealedParts,
  sharedOpener,
  textIn,
} from './envelope.js'
import { InvalidEnvelopeError } from './errors.js'

/** An envelope taken apart; nothing in it is decrypted. */
export type EnvelopeParts =
  /** Between peers that share a key. */
  | (SealedParts & { readonly type: 0 })
  /** To the holder of a private key: the answer to an authentication. */
  | (SealedParts & { readonly type: 1; readonly senderPublicKey: Bytes })

/**
 * Takes an envelope apart. One in the clear (type 2) is for links between apps, which aren't built here: it counts as none.
 *
 * @throws {@link InvalidEnvelopeError} where the text, the length or the type isn't one of an envelope
 */
export function readEnvelope(text: string): EnvelopeParts {
  const bytes = envelopeBytes(text)
  if (bytes[0] === 0) return { type: 0, ...partsBehind({ bytes, headLength: 1 }) }
  if (bytes[0] === 1) return readOwnEnvelope(bytes)
  throw new InvalidEnvelopeError({ fault: 'type' })
}

function readOwnEnvelope(bytes: Bytes): Extract<EnvelopeParts, { readonly type: 1 }> {
  const headLength = 1 + publicKeyLength
  return { type: 1, senderPublicKey: bytes.slice(1, headLength), ...partsBehind({ bytes, headLength }) }
}

export interface OpenParameters {
  readonly ciphers: Ciphers
  readonly envelope: string
  readonly key: EnvelopeKey
}

/**
 * Opens an envelope of the one type that its key is for, and of no other.
 *
 * @throws {@link InvalidEnvelopeError} · UndecryptableError · UnusableKeyError
 */
export async function openEnvelope({ ciphers, envelope, key }: OpenParameters): Promise<OpenedEnvelope> {
  // What is no envelope is refused as none, whatever it should be opened with.
  readEnvelope(envelope)
  const open = key.type === 'shared' ? sharedOpener({ ciphers, ...key }) : ownOpener({ ciphers, ...key })
  return open(envelope)
}

/** Opens what is sent to the holder of a private key: type 1. */
export const ownOpener =
  ({ ciphers, privateKey }: { readonly ciphers: Ciphers; readonly privateKey: Bytes }): EnvelopeOpener =>
  async (envelope) => {
    const bytes = envelopeBytes(envelope)
    if (bytes[0] !== 1) throw new InvalidEnvelopeError({ fault: 'type' })
    const { senderPublicKey: publicKey, ...parts } = readOwnEnvelope(bytes)
    const symKey = await deriveSymKey({ ciphers, privateKey, publicKey })
    return { text: await textIn({ ciphers, key: symKey, ...parts }), sender: { publicKey, symKey } }
  }
