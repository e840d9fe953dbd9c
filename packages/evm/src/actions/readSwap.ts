import type { BuiltCall, SwapTerms } from '@foyer/core'
import { type Hex, isHex } from '@foyer/core/chain'
import { type SwapFault, UnsafeSwapError } from '@foyer/core/errors'
import type { EvmCall } from '../family.js'
import { readSwapCall } from './swapCalls.js'
import { isSameAddress, parseAddress } from './transfers.js'
import { addressIn, wordsOf } from './words.js'

interface BuiltForSwap {
  readonly built: BuiltCall
  readonly terms: SwapTerms
}

const approve = '0x095ea7b3'
const deposit = '0xd0e30db0'
const withdraw = '0x2e1a7d4d'

/** An approval of exactly what is sold, to the contract of the quote; or of nothing, which takes an older one back [F27]. @throws UnsafeSwapError */
export function readApproval({ built, terms }: BuiltForSwap): { readonly call: EvmCall; readonly amount: bigint } {
  const { source, spender, amount } = terms
  const { call, words } = read(built)
  demand('target', source !== undefined && isSameAddress(call.to, source))
  demand('value', built.value === 0n)
  demand('call', words?.selector === approve && words.words.count === 2)
  const allowed = words?.words.at(1) ?? -1n
  demand('spender', spender !== null && isSameAddress(addressIn(words?.words.at(0)) ?? '', spender))
  demand('amount', allowed === amount || allowed === 0n)
  return { call, amount: allowed }
}

/** A swap that gives the account at least what was agreed, for exactly what was agreed, by the contract of the quote [F27]. @throws UnsafeSwapError */
export function readSwap({ built, terms }: BuiltForSwap): { readonly call: EvmCall; readonly minimum: bigint } {
  const { source, to, amount, target } = terms
  const { call, words } = read(built)
  demand('target', isSameAddress(call.to, target))
  demand('value', built.value === (source === undefined ? amount : 0n))
  if (words?.selector === deposit || words?.selector === withdraw) {
    demandWrapping({
      call,
      terms,
      isWrapped: words.selector === deposit,
      argument: words.words.at(0),
      count: words.words.count,
    })
    return { call, minimum: amount }
  }
  const swap = readSwapCall({ data: built.data, isPaid: source === undefined })
  if (!swap) throw new UnsafeSwapError({ fault: 'call' })
  demand('token', swap.sells === (source === undefined ? 'coin' : 'token'))
  demand('token', swap.buys === (to === undefined ? 'coin' : 'token'))
  demand('token', source === undefined || isSameAddress(swap.path[0] ?? '', source))
  demand('token', to === undefined || isSameAddress(swap.path.at(-1) ?? '', to))
  demand('amount', swap.amount === undefined ? source === undefined : swap.amount === amount)
  demand('minimum', swap.minimum >= terms.minimum)
  demand('recipient', swap.recipient === undefined || isSameAddress(swap.recipient, terms.account))
  return { call, minimum: swap.minimum }
}

/** The coin for its wrapped form, or back, one for one, by the token's own contract. */
function demandWrapping({
  call,
  terms: { source, to, amount, quoted, minimum },
  isWrapped,
  argument,
  count,
}: {
  readonly call: EvmCall
  readonly terms: SwapTerms
  readonly isWrapped: boolean
  readonly argument: bigint | undefined
  readonly count: number
}): void {
  const [coin, token] = isWrapped ? [source, to] : [to, source]
  demand('token', coin === undefined && token !== undefined && isSameAddress(call.to, token))
  demand('amount', isWrapped ? count === 0 : count === 1 && argument === amount)
  demand('minimum', quoted === amount && minimum <= amount)
}

function read({ to, data, value }: BuiltCall): {
  readonly call: EvmCall & { readonly data: Hex }
  readonly words: ReturnType<typeof wordsOf>
} {
  const address = parseAddress(to)
  if (!address) throw new UnsafeSwapError({ fault: 'target' })
  if (!isHex(data)) throw new UnsafeSwapError({ fault: 'call' })
  return { call: { to: address, data, value }, words: wordsOf(data) }
}

function demand(fault: SwapFault, holds: boolean): void {
  if (!holds) throw new UnsafeSwapError({ fault })
}
