import type { Words } from '@foyer/core/words'
import { isAddressEqual } from 'viem'
import { coinOf } from '../contracts/tokens.js'
import { words } from '../sentences.js'
import type { Called, ReadCall } from './called.js'
import { type Flow, flow, type Gift, type Moved } from './flow.js'
import { type BatchedCall, callsTitle, type ReadBatch } from './readCalls.js'

/** Calls that stand in one and are the account's own, as a batch's are. */
export const ownCalls = (count: number, { facts, warnings, isDeliberate, flow, moves }: ReadBatch): ReadCall => ({
  ...{ title: callsTitle(count), facts, warnings, isDeliberate, flow, partly: moves },
})

/**
 * Returns what calls that a contract makes in its own name move of the account: what they take of it by an allowance,
 * and the coins that are sent along. What the contract has itself isn't the account's.
 */
export function movedInOwnName(
  { moves }: Pick<ReadBatch, 'moves'>,
  calls: readonly Pick<BatchedCall, 'value'>[],
  { to, from, account = from, value, network }: Called,
): { readonly moves: Flow; readonly warnings: readonly Words[]; readonly isDeliberate: boolean } {
  const taken = moves.gifts
    .filter(({ owner, token }) => !token.isCoin && owner !== undefined && isAddressEqual(owner, account))
    .map((each) => ({ ...each, takenBy: to }))
  const sent = value > 0n ? moves.gifts.filter(({ token }) => token.isCoin) : []
  // What it passes on of what was given with the call, in that form or another: what it has itself isn't the account's.
  const there = [...moves.gets, ...taken.filter((each) => isAddressEqual(each.to, to))]
  const passed = moves.gifts.filter(
    ({ token, owner, to: other }) =>
      owner !== undefined &&
      isAddressEqual(owner, to) &&
      !isAddressEqual(other, account) &&
      there.some((each) => each.token.address === token.address),
  )
  const sumOf = (all: readonly Moved[]) => all.reduce((sum, { amount }) => sum + amount, 0n)
  const isPassed = ({ token, amount }: Moved) =>
    sumOf(moves.gifts.filter((each) => each.token.address === token.address)) >= amount
  const exchanged = value > 0n && moves.gets.every(isPassed) ? moves.gives.filter(({ token }) => token.isCoin) : []
  const rest = value - sumOf(sent) - sumOf(exchanged)
  const kept: readonly Gift[] = rest > 0n ? [{ token: coinOf(network), amount: rest, to, how: 'onWord' }] : []
  const isLeft = value > calls.reduce((sum, each) => sum + each.value, 0n)
  return {
    moves: flow({ gifts: [...taken, ...passed, ...sent, ...kept] }),
    warnings: isLeft ? [words('request.warn.leftBehind')] : [],
    isDeliberate: isLeft || taken.length > 0 || passed.length > 0,
  }
}
