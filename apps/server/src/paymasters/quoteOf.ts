import { lowerHex } from '@foyer/core/chain'
import { parseUrl } from '@foyer/core/links'
import type { Output } from '@foyer/core/wire'
import type { NotSponsored, quotePaymasterCall } from '@foyer/login/sponsorCalls'
import { concat, type Hex, numberToHex, size } from 'viem'
import { Bytes } from '../rpc/bytes.js'
import { resultOf } from '../rpc/resultOf.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { unfitFor } from '../sponsor/judge.js'
import { executedOf, numberOf, type Operation, type OperationFees } from '../sponsor/operation.js'
import { estimateCalls, type Reading, readAccount, readPrices } from '../sponsor/readNetwork.js'
import { askForData, askForStub, type PaymasterAnswer, type PaymasterStub } from './askPaymaster.js'
import type { GasEstimate } from './bundlers.js'
import { PaymasterError } from './PaymasterError.js'
import type { Place } from './paymasters.js'
import { unsigned, unsignedAuthorization } from './userOperation.js'

type Quoted = Extract<Output<(typeof quotePaymasterCall)['reply']>, { sponsored: true }>

interface QuoteOf extends Place {
  readonly asked: Output<(typeof quotePaymasterCall)['payload']>
  /** in seconds since 1970 */
  readonly validUntil: number
  readonly safeFetch: SafeFetch
  readonly signal: AbortSignal
}

/** The gas that an operation is verified with at least, and its calls are tried with: the account recovers one signature. */
const verificationGasLimit = 120_000
const mostCallGas = 5_000_000
/** More than any network takes for what isn't executed. */
const mostPreVerificationGas = 30_000_000n

/**
 * Asks a dapp's paymaster for an operation of these calls: what to estimate with, then what it pays with.
 * @returns why it isn't carried out, where it isn't
 * @throws PaymasterError · UpstreamError · the signal's reason
 */
export async function quoteOf(request: QuoteOf): Promise<Quoted | NotSponsored> {
  const { chain, bundler, sender, asked, validUntil, safeFetch, signal } = request
  const reading = { chain, signal }
  const callData = lowerHex(`0x${asked.callData.slice(2)}`)
  const [state, prices] = await Promise.all([
    readAccount({ ...reading, sender, key: 0n }),
    readPrices({ ...reading, account: sender }),
  ])
  const unfit = unfitFor(state)
  if (unfit !== null) return unfit
  const isSwitched = state.code === 'switched'
  const executed = executedOf({ callData, validUntil })
  const callGasLimit = await estimateCalls({ ...reading, sender, callData: executed, isSwitched, most: mostCallGas })
  if (callGasLimit === null) return 'simulation'
  const fees: OperationFees = {
    ...{ preVerificationGas: 0n, paymasterAndData: '0x' },
    ...{ maxFeePerGas: 2n * prices.baseFee + prices.tip, maxPriorityFeePerGas: prices.tip },
  }
  const first: Operation = {
    ...{
      chain: numberOf(chain.id),
      sender,
      nonce: state.nonce,
      callData,
      validUntil,
      verificationGasLimit,
      callGasLimit,
      fees,
    },
    signature: unsigned,
    authorization: isSwitched ? null : unsignedAuthorization(state.transactions),
  }
  const question = { url: asked.url, context: asked.context, safeFetch, signal }
  const stub = await askForStub({ ...question, operation: first })
  // Not every bundler looks whether there is somebody who pays.
  if (!(await hasCode({ ...reading, address: stub.paymaster }))) throw new PaymasterError({ code: 'paymaster_answer' })
  const estimated = await bundler.estimate(withPaymaster({ operation: first, answer: stub, stub }), signal)
  if (estimated === null) return 'bundler'
  const whole = withGas({ operation: first, stub, estimated })
  const answer = stub.isFinal ? stub : await askForData({ ...question, operation: whole }, stub)
  return quoted({ operation: withPaymaster({ operation: whole, answer, stub, estimated }), state, asked })
}

async function hasCode({ chain, signal, address }: Reading & { readonly address: Hex }): Promise<boolean> {
  const [outcome] = await chain.request({ calls: [{ method: 'eth_getCode', params: [address, 'latest'] }], signal })
  return size(resultOf({ outcome, schema: Bytes, host: chain.id })) > 0
}

interface WithPaymaster {
  readonly operation: Operation
  readonly answer: PaymasterAnswer
  readonly stub: PaymasterStub
  readonly estimated?: GasEstimate | undefined
}

/** The gas that a paymaster verifies with where no estimate says how much that is, so that it can be estimated. */
const tried = 1_000_000n

function withPaymaster({ operation, answer: { paymaster, paymasterData }, stub, estimated }: WithPaymaster): Operation {
  const limits = [
    stub.verificationGasLimit ?? estimated?.paymasterVerificationGasLimit ?? (estimated ? undefined : tried),
    stub.postOpGasLimit ?? estimated?.paymasterPostOpGasLimit ?? (estimated ? undefined : tried),
  ].map((limit) => {
    if (limit === undefined) throw new PaymasterError({ code: 'paymaster_answer' })
    return numberToHex(limit, { size: 16 })
  })
  const paymasterAndData = concat([paymaster, ...limits, paymasterData])
  return { ...operation, ...(operation.fees && { fees: { ...operation.fees, paymasterAndData } }) }
}

interface WithGas extends Pick<WithPaymaster, 'operation' | 'stub'> {
  readonly estimated: GasEstimate
}

/** The operation as its paymaster is asked to pay for it: with the gas that its bundler wants. */
function withGas({ operation, stub, estimated }: WithGas): Operation {
  const larger = (own: number, said: bigint) => Math.max(own, Number(said))
  const sized: Operation = {
    ...operation,
    verificationGasLimit: larger(operation.verificationGasLimit, estimated.verificationGasLimit),
    callGasLimit: larger(operation.callGasLimit, estimated.callGasLimit),
    ...(operation.fees && { fees: { ...operation.fees, preVerificationGas: estimated.preVerificationGas } }),
  }
  return withPaymaster({ operation: sized, answer: stub, stub, estimated })
}

function quoted({
  operation: { fees, nonce, validUntil, verificationGasLimit, callGasLimit, authorization },
  state: { transactions },
  asked: { url },
}: {
  readonly operation: Operation
  readonly state: { readonly transactions: number }
  readonly asked: { readonly url: string }
}): Quoted | NotSponsored {
  if (!fees || fees.preVerificationGas > mostPreVerificationGas) return 'bundler'
  const { preVerificationGas, maxFeePerGas, maxPriorityFeePerGas, paymasterAndData } = fees
  return {
    sponsored: true,
    ...{ nonce: String(nonce), verificationGasLimit, callGasLimit, validUntil },
    authorizationNonce: authorization === null ? null : transactions,
    fees: {
      preVerificationGas: Number(preVerificationGas),
      ...{ maxFeePerGas: String(maxFeePerGas), maxPriorityFeePerGas: String(maxPriorityFeePerGas), paymasterAndData },
    },
    by: parseUrl(url)?.host ?? '',
  }
}
