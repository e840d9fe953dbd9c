import type { NetworkId } from '@foyer/core'
import { JsonRpcError, WalletAnswerError, WalletCapabilityError } from '@foyer/core/errors'
import * as v from 'valibot'
import { parseChainId } from '../connection/walletRequest.js'
import type { ProviderParameters } from './createProvider.js'

const HexText = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]*$/))
const Call = v.looseObject({ to: v.nullish(HexText), data: v.optional(HexText), value: v.optional(HexText) })

/** The parameters of the methods of EIP-5792 that name a batch, in any of its versions. */
const params = {
  wallet_sendCalls: v.looseTuple([
    v.looseObject({
      version: v.string(),
      chainId: v.optional(HexText),
      calls: v.pipe(v.array(Call), v.minLength(1)),
      capabilities: v.optional(v.record(v.string(), v.unknown())),
    }),
  ]),
  wallet_getCallsStatus: v.looseTuple([v.pipe(v.string(), v.minLength(1), v.maxLength(8_194))]),
  wallet_showCallsStatus: v.looseTuple([v.pipe(v.string(), v.minLength(1), v.maxLength(8_194))]),
} as const

/** The wallets' results of them: all that a caller can't do without. */
const answers = {
  wallet_sendCalls: v.union([params.wallet_getCallsStatus.items[0], v.looseObject({ id: v.string() })]),
  wallet_getCallsStatus: v.looseObject({
    status: v.union([v.pipe(v.number(), v.minValue(100), v.maxValue(999)), v.picklist(['PENDING', 'CONFIRMED'])]),
  }),
  wallet_showCallsStatus: v.unknown(),
} as const
const expected = {
  wallet_sendCalls: 'the id of a batch',
  wallet_getCallsStatus: 'the status of a batch',
  wallet_showCallsStatus: 'nothing',
} as const

type CallsMethod = keyof typeof params

/** Is it one of the methods of batches (EIP-5792)? */
export const isCallsMethod = (method: string): method is CallsMethod => Object.hasOwn(params, method)

/**
 * Passes a batch, or a question about one, to the session's wallet: what is asked and what is answered are read on the way. A batch goes to the chain that it names, which
 * may be another than the session's active one.
 *
 * @throws JsonRpcError -32602 · WalletCapabilityError 5710 · WalletAnswerError, and what the wallet throws
 */
export async function walletCalls({
  session: { channel },
  networkId,
  method,
  asked,
}: {
  readonly session: ProviderParameters
  /** The network of the session. */
  readonly networkId: NetworkId
  readonly method: CallsMethod
  readonly asked: unknown
}): Promise<unknown> {
  if (!v.is(params[method], asked))
    throw new JsonRpcError({ rpcCode: -32_602, text: `These are no parameters of ${method}.` })
  const named = v.safeParse(params.wallet_sendCalls, asked)
  const chain = named.success ? named.output[0].chainId : undefined
  const wanted = chain === undefined ? networkId : parseChainId(chain)
  if (!wanted || !channel.takes({ networkId: wanted, method })) throw new WalletCapabilityError({ walletCode: 5710 })
  const answer = await channel.request({ networkId: wanted, method, params: asked })
  if (!v.is(answers[method], answer)) throw new WalletAnswerError({ method, expected: expected[method] })
  return answer
}
