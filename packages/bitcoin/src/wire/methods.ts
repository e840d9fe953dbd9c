import * as v from 'valibot'

/** What a wallet is asked over a session, and what it answers. */
export interface BitcoinMethods {
  /** The signature in hex. */
  signMessage: {
    readonly params: {
      readonly account: string
      readonly message: string
      readonly address?: string | undefined
      readonly protocol?: 'ecdsa' | 'bip322' | undefined
    }
    readonly result: {
      readonly address: string
      readonly signature: string
      readonly messageHash?: string | undefined
    }
  }
  /** The amount in satoshis, as a decimal text. */
  sendTransfer: {
    readonly params: {
      readonly account: string
      readonly recipientAddress: string
      readonly amount: string
      readonly changeAddress?: string | undefined
      /** In hex. */
      readonly memo?: string | undefined
    }
    readonly result: { readonly txid: string }
  }
  getAccountAddresses: { readonly params: Readonly<Record<never, never>>; readonly result: readonly BitcoinAddress[] }
  /** The PSBT in base64. */
  signPsbt: {
    readonly params: {
      readonly account: string
      readonly psbt: string
      readonly signInputs: readonly {
        readonly address: string
        readonly index: number
        readonly sighashTypes?: readonly number[] | undefined
      }[]
      readonly broadcast?: boolean | undefined
    }
    readonly result: { readonly psbt: string; readonly txid?: string | undefined }
  }
}

export type BitcoinMethod = keyof BitcoinMethods

/** An address of a session's account. */
export interface BitcoinAddress {
  readonly address: string
  /** In hex. */
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
  readonly intention?: 'payment' | 'ordinal' | undefined
}

const text = v.pipe(v.string(), v.minLength(1))
const optionalText = v.optional(text)
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** What `getAccountAddresses` answers, and `bip122_addressesChanged` says: older wallets list plain addresses. */
export const BitcoinAddresses: v.GenericSchema<unknown, readonly BitcoinAddress[]> = v.pipe(
  v.array(
    v.union([
      v.pipe(
        text,
        v.transform((address) => ({ address })),
      ),
      v.object({
        address: text,
        publicKey: optionalText,
        path: optionalText,
        intention: v.optional(v.picklist(['payment', 'ordinal'])),
      }),
    ]),
  ),
  v.maxLength(1000),
)

/** The schemas of {@link BitcoinMethods}, for both sides: who asks reads results, a wallet reads params. */
export const bitcoinMethods: {
  readonly [Method in BitcoinMethod]: {
    readonly params: v.GenericSchema<unknown, BitcoinMethods[Method]['params']>
    readonly result: v.GenericSchema<unknown, BitcoinMethods[Method]['result']>
  }
} = {
  signMessage: {
    params: v.object({
      account: text,
      message: v.string(),
      address: optionalText,
      protocol: v.optional(v.picklist(['ecdsa', 'bip322'])),
    }),
    result: v.object({ address: text, signature: text, messageHash: optionalText }),
  },
  sendTransfer: {
    params: v.object({
      account: text,
      recipientAddress: text,
      amount: v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/)),
      changeAddress: optionalText,
      memo: optionalText,
    }),
    result: v.object({ txid: text }),
  },
  getAccountAddresses: { params: v.object({}), result: BitcoinAddresses },
  signPsbt: {
    params: v.object({
      account: text,
      psbt: text,
      signInputs: v.array(v.object({ address: text, index: count, sighashTypes: v.optional(v.array(count)) })),
      broadcast: v.optional(v.boolean()),
    }),
    result: v.object({ psbt: text, txid: optionalText }),
  },
}
