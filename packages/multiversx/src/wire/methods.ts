import type { MethodSchemas, MethodTypes } from '@foyer/core/wire'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(256))

/** A signature of ed25519 in hexadecimal; `0x` may stand before it. */
export const WireSignature = v.pipe(
  v.string(),
  v.regex(/^(?:0x)?[\da-fA-F]{128}$/),
  v.transform((said) => said.replace(/^0x/, '').toLowerCase()),
)

/** @returns undefined for what is no signature of 64 bytes */
export function readSignature(said: unknown): string | undefined {
  const { success, output } = v.safeParse(WireSignature, said)
  return success ? output : undefined
}

/** The result of wallets that have signed: the signature, and what they may have added to the transaction. */
export const WireSigned = v.pipe(
  v.looseObject({ signature: v.string() }),
  v.check((each) => Object.keys(each).length <= 32),
)

/** The requests to wallets over a session, and their answers: who asks reads results, a wallet reads params. */
const methods = {
  mvx_signMessage: {
    params: v.object({ address: text, message: v.string() }),
    result: v.object({ signature: WireSignature }),
  },
  mvx_signTransaction: {
    params: v.object({ transaction: v.looseObject({ sender: text, receiver: text, chainID: text }) }),
    result: WireSigned,
  },
}

export type MultiversxMethod = keyof typeof methods

/** The parameters and the result of each. */
export type MultiversxMethods = MethodTypes<typeof methods>

/** The schemas of {@link MultiversxMethods}. */
export const multiversxMethods: MethodSchemas<MultiversxMethods> = methods
