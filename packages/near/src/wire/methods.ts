import { eachReadable, ifReadable } from '@foyer/core/lenient'
import type { MethodSchemas, MethodTypes } from '@foyer/core/wire'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
const Byte = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))

/** Bytes as JSON has those of a Uint8Array: a list, or an object by their places, of which each stands there once. */
export const WireBytes = v.pipe(
  v.union([
    v.pipe(v.array(Byte), v.maxLength(65_536)),
    v.pipe(
      v.record(v.string(), Byte),
      v.check((each) => Object.keys(each).every((name, place) => name === `${place}`)),
      v.transform((each) => Object.values(each)),
    ),
  ]),
  v.transform((each) => Uint8Array.from(each)),
)

/** An account as wallets in the page and at a session's other end say it. */
export const WireAccount = v.object({ accountId: text, publicKey: ifReadable(text) })
/** The result of a wallet that has signed a message. */
export const SignedMessage = v.object({ accountId: text, publicKey: text, signature: text })

/** The requests to wallets over a session, and their answers: who asks reads results, a wallet reads params. */
const methods = {
  near_getAccounts: { params: v.object({}), result: eachReadable(WireAccount, 1000) },
  near_signMessage: {
    params: v.object({ accountId: text, message: v.string(), nonce: WireBytes, recipient: text }),
    result: SignedMessage,
  },
  /** The transaction's bytes; those of the signed one come back. */
  near_signTransaction: { params: v.object({ transaction: WireBytes }), result: WireBytes },
}

export type NearMethod = keyof typeof methods

/** The parameters and the result of each. */
export type NearMethods = MethodTypes<typeof methods>

/** The schemas of {@link NearMethods}. */
export const nearMethods: MethodSchemas<NearMethods> = methods
