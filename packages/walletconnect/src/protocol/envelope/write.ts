import { type Base64Form, bytesToBase64 } from '../codec/base64.js'
import { type Bytes, joinBytes } from '../codec/bytes.js'
import { envelopeLimits } from './layout.js'
import { MessageTooLargeError } from './MessageTooLargeError.js'

/**
 * Writes an envelope: base64 for a relay, base64url for a link.
 *
 * @param input.pieces - what stands behind the byte of its type, in the order in which `EnvelopeParts` has it
 * @throws {@link MessageTooLargeError}
 */
export function writeEnvelope({
  type,
  pieces,
  form,
}: {
  readonly type: 0 | 1 | 2
  readonly pieces: readonly Bytes[]
  readonly form?: Base64Form | undefined
}): string {
  const envelope = bytesToBase64(joinBytes(Uint8Array.of(type), ...pieces), form)
  const limit = envelopeLimits.sent
  if (envelope.length > limit) throw new MessageTooLargeError({ length: envelope.length, limit })
  return envelope
}
