import { ApiError } from '@foyer/service/errors/ApiError'
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Side } from './side.js'

export interface RouteRequest {
  from: Side
  to: Side
  /** what is sold, in base units */
  amount: bigint
  signal: AbortSignal
}

/** The venue of a network's swaps: interchangeable, each held to what `swapping.test.ts` expects of a swap. */
export interface Venue {
  /** The wrapped form of the network's own coin. @throws VenueMisconfiguredError · UpstreamError */
  wrappedNative(request: { signal: AbortSignal }): Promise<Address>
  /** The contract that approvals are for. */
  readonly spender: Address
  /**
   * The best way to swap an amount now.
   * @returns null where there is none, or only at an unacceptable price
   * @throws VenueMisconfiguredError · UpstreamError when the network doesn't answer
   */
  route(request: RouteRequest): Promise<SwapRoute | null>
}

/** The pool of one hop, with its own price: so much of what is bought for so much of what is sold. */
export interface Pool {
  readonly address: Address
  readonly reserveIn: bigint
  readonly reserveOut: bigint
}

/** A way to swap an amount, and what it gives. */
export interface SwapRoute {
  /** what the account receives after every fee, in base units */
  readonly amountOut: bigint
  /** whether it gives exactly that, whatever happens until then */
  readonly isFixed: boolean
  /** what the provider takes of what is sold */
  readonly fee: { readonly bps: number; readonly amount: bigint }
  /** how far below the pools' own price it is, their fees included, or below other sources' price; rounded up; null where none is known */
  readonly priceImpactBps: number | null
  /** units of gas that are enough, whatever state the contracts are in */
  readonly gas: bigint
  /**
   * units of gas that a network's estimate may leave out: it runs in the time of the last block, and what a pool writes only
   * in the first swap of a second isn't written there where that block had one
   */
  readonly unseenGas: bigint
  /** the contract that is called */
  readonly target: Address
  /** the contract that must be approved to take what is sold; null when none */
  readonly spender: Address | null
  /** The transaction, to be sent by the account that swaps and is paid. @throws NoRouteError · PriceMovedError where a provider builds it */
  call(terms: SwapTerms): SwapCall | Promise<SwapCall>
}

export interface SwapTerms {
  account: Address
  /** the least that arrives, or else it reverts */
  minAmountOut: bigint
  /** seconds since 1970, in the time of blocks */
  deadline: bigint
}

export interface SwapCall {
  readonly to: Address
  readonly data: Hex
  /** wei */
  readonly value: bigint
  /** the least that it delivers, as its data says; that of the terms if left out */
  readonly minAmountOut?: bigint | undefined
  /** units of gas that are enough; those of the route if left out */
  readonly gas?: bigint | undefined
}

/** Faults of a network's configured contracts, for the log. */
export type VenueFault =
  | 'no_router'
  | 'no_fee_router'
  | 'fee_router_of_another'
  | 'fee_too_high'
  | 'no_quoter'
  | 'quoter_of_another'
  | 'no_settler'
  | 'no_wrapped_coin'
  | 'spender_of_another'

/** The configured contracts aren't what configuration says they are. */
export class VenueMisconfiguredError extends ApiError {
  constructor({ fault }: { fault: VenueFault }) {
    const description = "Swaps of this network aren't available: the server's log says why."
    super({ code: `venue_${fault}`, status: 503, name: 'from', description })
  }
}

/** The least that a swap delivers with a slippage, rounded up: in favour of who swaps. */
export function leastOf({ route, slippageBps }: { route: SwapRoute; slippageBps: number }): bigint {
  if (route.isFixed) return route.amountOut
  return (route.amountOut * BigInt(wholeBps - slippageBps) + BigInt(wholeBps - 1)) / BigInt(wholeBps)
}

export const wholeBps = 10_000

const abi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

/** Twice what either takes with the usual contract. */
const gas = 100_000n

/**
 * The network's own coin for its wrapped form, or back: one for one, by the wrapping contract itself, without a fee and without
 * an approval.
 * @returns null for any other two
 */
export function wrapping(request: { from: Side; to: Side; wrapped: Address; amount: bigint }): SwapRoute | null {
  const { from, to, wrapped, amount } = request
  const isWrapped = (side: Side) => side.kind === 'token' && side.address === wrapped
  const common = {
    amountOut: amount,
    isFixed: true,
    fee: { bps: 0, amount: 0n },
    priceImpactBps: 0,
    gas,
    unseenGas: 0n,
    target: wrapped,
    spender: null,
  }
  if (from.kind === 'native' && isWrapped(to)) {
    const data = encodeFunctionData({ abi, functionName: 'deposit' })
    return { ...common, call: () => ({ to: wrapped, data, value: amount }) }
  }
  if (to.kind === 'native' && isWrapped(from)) {
    const data = encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] })
    return { ...common, call: () => ({ to: wrapped, data, value: 0n }) }
  }
  return null
}
