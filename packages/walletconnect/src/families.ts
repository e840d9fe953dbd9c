import type { NetworkId, RequestChannel } from '@foyer/core'
import { WalletAnswerError } from '@foyer/core/errors'
import * as v from 'valibot'

/** What wallets of Bitcoin are asked over a session, and what they answer. */
export interface SessionMethods {
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
  /** The amount in satoshi. */
  sendTransfer: {
    readonly params: {
      readonly account: string
      readonly recipientAddress: string
      readonly amount: string
      readonly changeAddress?: string | undefined
      readonly memo?: string | undefined
    }
    readonly result: { readonly txid: string }
  }
  getAccountAddresses: { readonly params: Nothing; readonly result: readonly BitcoinAddress[] }
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

export type SessionMethod = keyof SessionMethods

type Nothing = Readonly<Record<never, never>>

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
const nothing = v.object({})

/** The schemas of {@link SessionMethods}, for both sides: who asks reads results, a wallet reads params. */
export const sessionMethods: {
  readonly [Method in SessionMethod]: {
    readonly params: v.GenericSchema<unknown, SessionMethods[Method]['params']>
    readonly result: v.GenericSchema<unknown, SessionMethods[Method]['result']>
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
  getAccountAddresses: {
    params: nothing,
    result: v.array(
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
  },
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

/**
 * Asks a session's wallet, once, and reads its answer.
 *
 * @throws what `RequestChannel.request` throws, UnsupportedMethodError where the method wasn't granted · WalletAnswerError
 * @see S7.36
 * @example
 * const { signature } = await askWallet({ channel, networkId, method: 'signMessage', params: { account, message } })
 */
export async function askWallet<Method extends SessionMethod>({
  channel,
  networkId,
  method,
  params,
  signal,
}: {
  readonly channel: RequestChannel
  readonly networkId: NetworkId
  readonly method: Method
  readonly params: SessionMethods[Method]['params']
  readonly signal?: AbortSignal | undefined
}): Promise<SessionMethods[Method]['result']> {
  const answer = await channel.request({ networkId, method, params, signal })
  const schema: v.GenericSchema<unknown, SessionMethods[Method]['result']> = sessionMethods[method].result
  const { success, output } = v.safeParse(schema, answer)
  if (!success) throw new WalletAnswerError({ method, expected: 'what the method returns' })
  return output
}
