import type { AccountId, NetworkId } from '../chain/ids.js'
import { SwapNotSupportedError } from '../errors/feature.js'
import {
  type ApprovalReply,
  allowanceCall,
  buildApprovalCall,
  buildSwapCall,
  gasPriceCall,
  type SwapQuotesReply,
  type SwapTokensReply,
  type SwapTransactionReply,
  swapQuotesCall,
  swapSlippagePercent,
  swapTokensCall,
} from '../wire/swap.js'
import { ask, isServed } from './ask.js'
import type { Api, Cancellable } from './project.js'

/** Which two tokens, by CAIP-10; a network's own coin stands under its placeholder. */
export interface SwapPair {
  readonly from: AccountId
  readonly to: AccountId
}

export interface SwapTokensRequest extends Cancellable {
  /** The active one unless said. */
  readonly networkId?: NetworkId | undefined
}

/** GET /v1/convert/tokens [S7.7 S3.16]; none while the active network isn't served [S7.2]. */
export async function swapTokens(
  context: Api,
  { networkId = context.network(), signal }: SwapTokensRequest = {},
): Promise<SwapTokensReply> {
  if (!networkId || !(await isServed(context, { signal }))) return { tokens: [] }
  return ask(context, swapTokensCall, { query: { chainId: networkId }, signal })
}

export interface SwapQuotesRequest extends SwapPair, Cancellable {
  /** The amount to sell, in base units. */
  readonly amount: bigint
  /** Plain. */
  readonly userAddress: string
  /** Wei for a unit of gas. */
  readonly gasPrice?: bigint | undefined
}

/** GET /v1/convert/quotes [S7.6]; none where there is none to be had, and while the active network isn't served [S7.2]. */
export async function swapQuotes(
  context: Api,
  { amount, userAddress, from, to, gasPrice, signal }: SwapQuotesRequest,
): Promise<SwapQuotesReply> {
  if (!(await isServed(context, { signal }))) return { quotes: [] }
  const query = { amount: `${amount}`, userAddress, from, to, gasPrice: gasPrice?.toString() }
  return ask(context, swapQuotesCall, { query, signal })
}

export interface SwapAllowanceRequest extends Cancellable {
  /** CAIP-10, both. */
  readonly tokenAddress: AccountId
  readonly userAddress: AccountId
}

/** GET /v1/convert/allowance [S7.9]: how much of a token a swap may take, in base units; 0 while the active network isn't served [S7.2]. */
export async function swapAllowance(
  context: Api,
  { tokenAddress, userAddress, signal }: SwapAllowanceRequest,
): Promise<bigint> {
  if (!(await isServed(context, { signal }))) return 0n
  return BigInt((await ask(context, allowanceCall, { query: { tokenAddress, userAddress }, signal })).allowance)
}

/** The prices of gas, in wei for a unit. */
export interface GasPrices {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

/** GET /v1/convert/gas-price [S7.10]. @throws SwapNotSupportedError while the active network isn't served [S7.2] */
export async function gasPrices(
  context: Api,
  { networkId = context.network(), signal }: SwapTokensRequest = {},
): Promise<GasPrices> {
  if (!networkId || !(await isServed(context, { signal }))) {
    throw new SwapNotSupportedError({ networkId, asked: 'Gas Price' })
  }
  const { standard, fast, instant } = await ask(context, gasPriceCall, { query: { chainId: networkId }, signal })
  return { standard: BigInt(standard), fast: BigInt(fast), instant: BigInt(instant) }
}

export interface BuildSwapRequest extends SwapPair, Cancellable {
  /** The amount to sell, in base units. */
  readonly amount: bigint
  /** CAIP-10. */
  readonly userAddress: AccountId
  /** The least that was shown, in base units: what can't give it any more isn't built. */
  readonly minAmount?: bigint | undefined
  /** Percent, with two decimals at most; 1 unless said [S9.10]. */
  readonly slippagePercent?: number | undefined
}

/** POST /v1/convert/build-transaction [S7.11]. @throws SwapNotSupportedError while the active network isn't served [S7.2] */
export async function buildSwap(
  context: Api,
  { amount, userAddress, from, to, minAmount, slippagePercent = swapSlippagePercent, signal }: BuildSwapRequest,
): Promise<SwapTransactionReply> {
  await demandServed(context, { signal })
  const body = {
    amount: `${amount}`,
    eip155: { slippage: slippagePercent },
    projectId: context.http.projectId,
    from,
    to,
    userAddress,
    disableEstimate: true,
    minAmount: minAmount?.toString(),
  }
  return ask(context, buildSwapCall, { body, signal })
}

export interface BuildApprovalRequest extends SwapPair, Cancellable {
  /** CAIP-10. */
  readonly userAddress: AccountId
  /** The allowance, in base units: exactly what is to be sold. */
  readonly amount: bigint
}

/** GET /v1/convert/build-approve [S7.12]. @throws SwapNotSupportedError while the active network isn't served [S7.2] */
export async function buildApproval(
  context: Api,
  { amount, userAddress, from, to, signal }: BuildApprovalRequest,
): Promise<ApprovalReply> {
  await demandServed(context, { signal })
  return ask(context, buildApprovalCall, { query: { userAddress, from, to, amount: `${amount}` }, signal })
}

async function demandServed(context: Api, { signal }: Cancellable): Promise<void> {
  const networkId = context.network()
  if (!(await isServed(context, { signal }))) throw new SwapNotSupportedError({ networkId, asked: 'Swaps' })
}
