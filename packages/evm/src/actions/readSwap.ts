import type { BuiltCall, CheckedCall, SwapFault, SwapTerms } from '@foyer/core'
import { type Hex, isHex, selector } from '@foyer/core/chain'
import type { EvmCall } from '../family.js'
import { readSwapCall } from './swapCalls.js'
import { isSameAddress, parseAddress } from './transfers.js'
import { addressIn, wordsOf } from './words.js'

interface BuiltForSwap {
  readonly built: BuiltCall
  readonly terms: SwapTerms
}

const approve = /* @__PURE__ */ selector('0x095ea7b3')
const deposit = /* @__PURE__ */ selector('0xd0e30db0')
const withdraw = /* @__PURE__ */ selector('0x2e1a7d4d')

/** An approval of exactly what is sold, to the contract of the quote; or of nothing, which takes an older one back [F27]. */
export function readApproval({ built, terms }: BuiltForSwap): CheckedCall<EvmCall> {
  const { source, spender, amount } = terms
  const words = wordsOf(built.data)
  const allowed = words?.words.at(1) ?? -1n
  const fault = firstFault([
    ['target', source !== undefined && isSameAddress(built.to, source)],
    ['value', built.value === 0n],
    ['call', words?.selector === approve && words.words.count === 2],
    ['spender', spender !== null && isSameAddress(addressIn(words?.words.at(0)) ?? '', spender)],
    ['amount', allowed === amount || allowed === 0n],
  ])
  return checked({ built, fault, amount: allowed })
}

/** A swap that gives the account at least what was agreed, for exactly what was agreed, by the contract of the quote [F27]. */
export function readSwap({ built, terms }: BuiltForSwap): CheckedCall<EvmCall> {
  const { source, amount, target } = terms
  const fault = firstFault([
    ['target', isSameAddress(built.to, target)],
    ['value', built.value === (source === undefined ? amount : 0n)],
  ])
  if (fault) return { fault }
  const called = wordsOf(built.data)?.selector
  return called === deposit || called === withdraw ? readWrapping({ built, terms }) : readRouted({ built, terms })
}

function readRouted({ built, terms }: BuiltForSwap): CheckedCall<EvmCall> {
  const { source, to, amount, account } = terms
  const swap = readSwapCall({ data: built.data, isPaid: source === undefined })
  if (!swap) return { fault: 'call' }
  const fault = firstFault([
    ['token', swap.sells === (source === undefined ? 'coin' : 'token')],
    ['token', swap.buys === (to === undefined ? 'coin' : 'token')],
    ['token', source === undefined || isSameAddress(swap.path[0] ?? '', source)],
    ['token', to === undefined || isSameAddress(swap.path.at(-1) ?? '', to)],
    ['amount', swap.amount === undefined ? source === undefined : swap.amount === amount],
    ['minimum', swap.minimum >= terms.minimum],
    ['recipient', swap.recipient === undefined || isSameAddress(swap.recipient, account)],
  ])
  return checked({ built, fault, amount: swap.minimum })
}

/** The coin for its wrapped form, or back, one for one, by the token's own contract. */
function readWrapping({ built, terms: { source, to, amount, quoted, minimum } }: BuiltForSwap): CheckedCall<EvmCall> {
  const call = wordsOf(built.data)
  const isWrapped = call?.selector === deposit
  const [coin, token] = isWrapped ? [source, to] : [to, source]
  const fault = firstFault([
    ['token', coin === undefined && token !== undefined && isSameAddress(built.to, token)],
    ['amount', isWrapped ? call.words.count === 0 : call?.words.count === 1 && call.words.at(0) === amount],
    ['minimum', quoted === amount && minimum <= amount],
  ])
  return checked({ built, fault, amount })
}

function checked({
  built: { to, data, value },
  fault,
  amount,
}: {
  readonly built: BuiltCall
  readonly fault: SwapFault | undefined
  readonly amount: bigint
}): CheckedCall<EvmCall> {
  if (fault) return { fault }
  const address = parseAddress(to)
  if (!address) return { fault: 'target' }
  const digits: Hex | undefined = isHex(data) ? data : undefined
  return digits ? { call: { to: address, data: digits, value }, amount } : { fault: 'call' }
}

const firstFault = (demands: readonly (readonly [SwapFault, boolean])[]): SwapFault | undefined =>
  demands.find(([, holds]) => !holds)?.[0]
