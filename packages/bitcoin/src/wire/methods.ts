import { eachReadable, ifReadable, optionalOrNull } from '@foyer/core/lenient'
import type { MethodSchemas, MethodTypes, Output } from '@foyer/core/wire'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1))
const optionalText = optionalOrNull(text)
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** An address of a session's account. */
const BitcoinAddress = v.object({
  address: text,
  /** In hex. */
  publicKey: ifReadable(text),
  path: ifReadable(text),
  intention: ifReadable(v.picklist(['payment', 'ordinal'])),
})
export type BitcoinAddress = Output<typeof BitcoinAddress>

/**
 * The result of `getAccountAddresses`, and the value of `bip122_addressesChanged`: older wallets list plain addresses.
 */
export const BitcoinAddresses = eachReadable(
  v.union([
    v.pipe(
      text,
      v.transform((address): BitcoinAddress => ({ address })),
    ),
    BitcoinAddress,
  ]),
  1000,
)

/** The requests to a wallet over a session, and its answers: who asks reads results, a wallet reads params. */
const methods = {
  /** The signature in hex. */
  signMessage: {
    params: v.object({
      account: text,
      message: v.string(),
      address: optionalText,
      protocol: optionalOrNull(v.picklist(['ecdsa', 'bip322'])),
    }),
    result: v.object({ address: text, signature: text, messageHash: ifReadable(text) }),
  },
  /** The amount in satoshis, as a decimal text. */
  sendTransfer: {
    params: v.object({
      account: text,
      recipientAddress: text,
      amount: v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/)),
      changeAddress: optionalText,
      /** In hex. */
      memo: optionalText,
    }),
    result: v.object({ txid: text }),
  },
  getAccountAddresses: { params: v.object({}), result: BitcoinAddresses },
  /** The PSBT in base64. */
  signPsbt: {
    params: v.object({
      account: text,
      psbt: text,
      signInputs: v.array(v.object({ address: text, index: count, sighashTypes: optionalOrNull(v.array(count)) })),
      broadcast: optionalOrNull(v.boolean()),
    }),
    result: v.object({ psbt: text, txid: ifReadable(text) }),
  },
}

export type BitcoinMethod = keyof typeof methods

/** The parameters and the result of each. */
export type BitcoinMethods = MethodTypes<typeof methods>

/** The schemas of {@link BitcoinMethods}. */
export const bitcoinMethods: MethodSchemas<BitcoinMethods> = methods
