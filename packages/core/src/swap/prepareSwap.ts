import type { ReviewedRequest } from '../actions/send.js'
import type { Api } from '../api/project.js'
import { buildApproval, buildSwap, type SwapPair, swapAllowance } from '../api/swaps.js'
import { parseAccountId } from '../chain/caip.js'
import type { AccountId } from '../chain/ids.js'
import { isAccountId } from '../chain/wellWritten.js'
import type { FamilyActions, SwapTerms } from '../connector/family.js'
import { ActionUnsupportedError } from '../errors/action.js'
import { AbortedError } from '../errors/connection.js'
import { SwapFailedError, UnsafeSwapError } from '../errors/feature.js'
import { HttpError } from '../errors/http.js'
import type { TrackedSwap } from '../transactions/trackedTransaction.js'
import { type Prepared, type SwapAccount, type SwapState, swapOverview } from './swapFigures.js'

/** The terms that a visitor agreed to in the review, and where they are asked for. */
export interface Agreement {
  readonly account: SwapAccount
  readonly pair: SwapPair
  readonly terms: SwapTerms
  readonly slippagePercent: number
}

/**
 * Returns the terms of the state that is being reviewed. @returns undefined where there is nothing to agree to
 * @throws UnsafeSwapError where the quote doesn't say which contracts are called: then nothing can be compared [F27]
 */
export function agreementOf(state: SwapState): Agreement | undefined {
  const { account, quoting, promised, slippageBps } = state
  const { source, to, amount } = swapOverview(state)
  if (!account || !source || !to || !amount || promised === undefined || quoting.status !== 'ready') return undefined
  const { received, target, spender } = quoting.quote
  return {
    account,
    pair: { from: source.address, to: to.address },
    slippagePercent: slippageBps / 100,
    terms: {
      account: account.address,
      source: source.contract,
      to: to.contract,
      amount: amount.value,
      quoted: received,
      minimum: promised,
      target: addressOf({ account, accountId: target, fault: 'target' }),
      spender: spender === null ? null : addressOf({ account, accountId: spender, fault: 'spender' }),
    },
  }
}

/** An address of the swap's own network, without it. @throws UnsafeSwapError */
function addressOf({
  account,
  accountId,
  fault,
}: {
  readonly account: SwapAccount
  readonly accountId: string | undefined
  readonly fault: 'target' | 'spender'
}): string {
  if (accountId === undefined || !isAccountId(accountId)) throw new UnsafeSwapError({ fault })
  const { networkId, address } = parseAccountId(accountId)
  if (networkId !== account.networkId) throw new UnsafeSwapError({ fault })
  return address
}

type Step<Status extends Prepared['status']> = Extract<Prepared, { readonly status: Status }>

interface Preparing extends Agreement {
  /** Does the wallet carry an approval and what needs it out as one? */
  readonly isAtomic: () => Promise<boolean>
  readonly api: Api
  readonly actions: FamilyActions
  readonly signal: AbortSignal
}

/** The price moved between quote and transaction: what was agreed can't be had any more. */
export class PriceMovedError extends SwapFailedError {
  constructor({ cause }: { readonly cause: unknown }) {
    super({ step: 'transaction', cause })
  }
}

/**
 * The next thing that the wallet is to be asked for: an approval of exactly the amount where the allowance is less [S4.15 S4.16], else the swap; both at once where the
 * wallet carries them out as one. Each is built by
 * the server, read by the family's code and compared with what was agreed.
 *
 * @throws SwapFailedError · PriceMovedError · UnsafeSwapError · ActionUnsupportedError · AbortedError
 */
export async function prepareSwap(preparing: Preparing): Promise<Prepared> {
  const { terms, account } = preparing
  if (terms.source !== undefined && terms.spender !== null) {
    const { api, pair, signal } = preparing
    const allowance = await during('allowance', () =>
      swapAllowance(api, { tokenAddress: pair.from, userAddress: account.accountId, signal }),
    )
    if (allowance < terms.amount) {
      const approval = await approvalStep(preparing)
      if (approval.isReset || !(await preparing.isAtomic())) return approval
      return { status: 'batch', calls: [approval.call, (await swapStep(preparing)).call] }
    }
  }
  return swapStep(preparing)
}

async function approvalStep({ api, actions, account, pair, terms, signal }: Preparing): Promise<Step<'approval'>> {
  if (!actions.readApproval) throw new ActionUnsupportedError({ action: 'Swapping', family: familyOf(account) })
  const { tx } = await during('approval', () =>
    buildApproval(api, { ...pair, userAddress: account.accountId, amount: terms.amount, signal }),
  )
  const to = plainOn({ account, accountId: tx.to })
  const built = { to, data: tx.data, value: BigInt(tx.value) }
  const read = actions.readApproval({ built, terms })
  if (read.fault) throw new UnsafeSwapError(read)
  return { status: 'approval', call: read.call, isReset: read.amount < terms.amount }
}

async function swapStep({
  api,
  actions,
  account,
  pair,
  terms,
  slippagePercent,
  signal,
}: Preparing): Promise<Step<'swap'>> {
  if (!actions.readSwap) throw new ActionUnsupportedError({ action: 'Swapping', family: familyOf(account) })
  const { amount, minimum, source } = terms
  const { tx } = await during('transaction', () =>
    buildSwap(api, {
      ...pair,
      amount,
      userAddress: account.accountId,
      minAmount: minimum,
      slippagePercent,
      signal,
    }),
  )
  // The amount is the transaction's value where the network's own coin is sold, and so it must be the one that was agreed.
  if (BigInt(tx.amount) !== amount) throw new UnsafeSwapError({ fault: 'amount' })
  const built = { to: plainOn({ account, accountId: tx.to }), data: tx.data, value: source === undefined ? amount : 0n }
  const read = actions.readSwap({ built, terms })
  if (read.fault) throw new UnsafeSwapError(read)
  return { status: 'swap', call: read.call }
}

const familyOf = ({ networkId }: SwapAccount): string => networkId.split(':')[0] ?? networkId

const plainOn = ({ account, accountId }: { readonly account: SwapAccount; readonly accountId: string }): string =>
  addressOf({ account, accountId, fault: 'target' })

/** Runs a step, whose failure then names it [S8.7–S8.9]. */
async function during<Answer>(
  step: 'allowance' | 'approval' | 'transaction',
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof AbortedError) throw cause
    if (step === 'transaction' && cause instanceof HttpError && cause.status === 409)
      throw new PriceMovedError({ cause })
    throw new SwapFailedError({ step, cause })
  }
}

/** The request to the wallet for what is prepared: shown in words, estimated, and asked for. @returns undefined where nothing is */
export function requestToSwap(state: SwapState): ReviewedRequest | undefined {
  const { account, step } = state
  if (!account) return undefined
  const { networkId, address } = account
  switch (step.status) {
    case 'approval':
      return { asked: { call: step.call }, networkId, address, type: 'approve' }
    case 'swap':
      return { asked: { call: step.call }, networkId, address, type: 'trade', swap: tradedIn(state) }
    case 'batch':
      return {
        asked: { calls: step.calls, atomicRequired: true },
        networkId,
        address,
        type: 'trade',
        swap: tradedIn(state),
      }
    default:
      return undefined
  }
}

/** The swap as the activity and its receipt say it. */
function tradedIn(state: SwapState): TrackedSwap | undefined {
  const { source, to, amount } = swapOverview(state)
  if (!source || !to || !amount || state.promised === undefined) return undefined
  const sold = { amount: amount.value, decimals: amount.decimals, symbol: source.symbol }
  const { decimals, symbol, address } = to
  return { sold, bought: { amount: state.promised, decimals, symbol, address } }
}

/** The tokens whose prices a swap needs. */
export function pricedTokens({ sourceToken, toToken, tokens }: SwapState): readonly AccountId[] {
  const native = tokens.find(({ contract }) => contract === undefined)?.address
  return [...new Set([sourceToken, toToken, native])].filter((each) => each !== undefined)
}
