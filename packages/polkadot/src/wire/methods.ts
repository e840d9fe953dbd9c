import { optionalOrNull } from '@foyer/core/lenient'
import type { MethodSchemas, MethodTypes } from '@foyer/core/wire'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
const WireHex = v.pipe(v.string(), v.regex(/^0x(?:[\da-fA-F]{2})*$/), v.maxLength(131_072))
/** A signature in hexadecimal: some wallets leave `0x` out. */
export const WireSignature = v.pipe(
  v.string(),
  v.regex(/^(?:0x)?(?:[\da-fA-F]{2}){64,66}$/),
  v.transform((said) => `0x${said.replace(/^0x/, '').toLowerCase()}`),
)

/** The result of wallets that have signed a transaction. */
export const WireSigned = v.object({
  signature: WireSignature,
  signedTransaction: v.pipe(
    optionalOrNull(WireHex),
    v.transform((said) => said?.toLowerCase()),
  ),
})

const WirePayload = v.looseObject({
  ...{ address: text, blockHash: WireHex, blockNumber: WireHex, era: WireHex, genesisHash: WireHex, method: WireHex },
  ...{ nonce: WireHex, specVersion: WireHex, tip: WireHex, transactionVersion: WireHex, version: v.literal(4) },
  signedExtensions: v.pipe(v.array(text), v.maxLength(64)),
})

/** The requests to wallets over a session, and their answers: who asks reads results, a wallet reads params. */
const methods = {
  /** `message` for wallets of an older text of the method, which take no `data`. */
  polkadot_signMessage: {
    params: v.object({ address: text, data: optionalOrNull(WireHex), message: optionalOrNull(v.string()) }),
    result: v.object({ signature: WireSignature }),
  },
  polkadot_signTransaction: {
    params: v.object({ address: text, transactionPayload: WirePayload }),
    result: WireSigned,
  },
}

export type PolkadotMethod = keyof typeof methods

/** The parameters and the result of each. */
export type PolkadotMethods = MethodTypes<typeof methods>

/** The schemas of {@link PolkadotMethods}. */
export const polkadotMethods: MethodSchemas<PolkadotMethods> = methods
