import { isAddressEqual } from 'viem'
import { type Words, words } from '../sentences.js'
import type { Called } from './called.js'
import { type Flow, flow, type Gift } from './flow.js'
import type { BatchedCall, ReadBatch } from './readCalls.js'
import { coinOf } from './tokens.js'

/** What calls that are made in one are called: one is no batch. */
export const callsTitle = (count: number): Words =>
  count === 1 ? words('request.callContract') : words('request.carryOut', { count: `${count}` })

/**
 * What calls that a contract makes in its own name move of the account: what they take of it by an allowance, and the coins that are sent along. What the contract
 * has itself isn't the account's.
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
  const rest = value - sent.reduce((sum, { amount }) => sum + amount, 0n)
  const kept: readonly Gift[] = rest > 0n ? [{ token: coinOf(network), amount: rest, to, how: 'onWord' }] : []
  const isLeft = value > calls.reduce((sum, each) => sum + each.value, 0n)
  return {
    moves: flow({ gifts: [...taken, ...sent, ...kept] }),
    warnings: isLeft ? [words('request.warn.leftBehind')] : [],
    isDeliberate: isLeft || taken.length > 0,
  }
}
