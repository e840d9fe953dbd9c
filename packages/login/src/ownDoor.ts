import { encoded, encodedUpTo, Id, keyLength } from '@foyer/custody/bytes'
import * as v from 'valibot'
import { wrapLength } from './door.js'

const common = {
  door: Id,
  wrap: encoded(wrapLength),
  /** Public: what is random of the door beside the visitor's part. */
  b: encoded(keyLength),
}

/** A door that the visitor alone opens, as everybody may know it. */
export const OwnDoor = v.variant('kind', [
  v.object({
    kind: v.literal('passkey'),
    ...common,
    /** The passkey's id. @see WebAuthn §5.1 */
    credential: encodedUpTo(1_023),
  }),
  v.object({ kind: v.literal('paper'), ...common }),
])
export type OwnDoor = v.InferOutput<typeof OwnDoor>
