import type { MethodSchemas, MethodTypes } from '@foyer/core/wire'
import { hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'

const Hex = v.pipe(v.string(), v.maxLength(131_072), v.regex(/^([\da-f]{2})*$/i))

/** CBOR as wallets write it. */
export const WireCbor = v.pipe(
  Hex,
  v.minLength(2),
  v.transform((said) => hexToBytes(said)),
)

/** The outputs that a wallet can spend; some answer null for nothing. */
export const WireUtxos = v.pipe(
  v.nullable(v.pipe(v.array(WireCbor), v.maxLength(4096)), []),
  v.transform((listed) => listed ?? []),
)

/** @see CIP-30 */
export const WireDataSignature = v.object({
  signature: v.pipe(Hex, v.minLength(2)),
  key: v.pipe(Hex, v.minLength(2), v.maxLength(1024)),
})

/** The requests to wallets over a session, by CIP-30's own arguments, and their answers: who asks reads results, a wallet reads params. */
const methods = {
  /** @returns the witness set */
  cardano_signTx: {
    params: v.tuple([Hex, v.optional(v.boolean())]),
    result: WireCbor,
  },
  cardano_signData: { params: v.tuple([v.pipe(v.string(), v.maxLength(256)), Hex]), result: WireDataSignature },
  cardano_getUtxos: { params: v.array(v.unknown()), result: WireUtxos },
}

export type CardanoMethod = keyof typeof methods

/** The parameters and the result of each. */
export type CardanoMethods = MethodTypes<typeof methods>

/** The schemas of {@link CardanoMethods}. */
export const cardanoMethods: MethodSchemas<CardanoMethods> = methods
