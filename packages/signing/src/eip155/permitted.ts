import type { Fact } from '@foyer/core/words'
import type { Address } from 'viem'
import { amountOf, isKnownContract, isSame, isUnlimited, limitOf, readShare, tokenFacts } from '../contracts/tokens.js'
import { inParts } from '../inParts.js'
import { code, words } from '../sentences.js'
import { type Allowed, isMostOf, judgeAllowed, readAllowing } from './allowance.js'
import { type Called, type ReadCall, said } from './called.js'
import { flow } from './flow.js'

/** By a signature that comes with an exchange, so much may be taken. */
export interface Permitted extends Pick<Allowed, 'spender' | 'amount' | 'via'> {
  readonly token: Address
  /** The amounts that the exchange takes for certain, before it and after. */
  readonly drawn: { readonly before: bigint; readonly after: bigint }
  /** Whether an allowance that stands already is kept, where that is no less. */
  readonly isIfNeeded?: boolean | undefined
  readonly until?: Fact | undefined
}

/** Says what may be taken by signatures that come with an exchange once it is done: what a contract that is known takes in it uses them up. */
export async function readPermitted(
  permits: readonly Permitted[],
  { network, from: owner, to }: Called,
): Promise<ReadCall> {
  const all = await inParts(permits, async ({ token: address, drawn, isIfNeeded, ...permit }) => {
    const { spender, until } = permit
    const { token: share, isBoth } = await readShare(network, address, permit.amount)
    const token = isBoth ? { ...share, isNft: false } : share
    const read = await readAllowing({ network, token, owner, spender, amount: permit.amount, kind: 'permit2' })
    const { before, balance } = read.looked
    const isStanding = isIfNeeded && before !== undefined && before > permit.amount
    const amount = isStanding ? before : permit.amount
    const isUsed = isSame(spender, to) && isKnownContract(network, to) && !isUnlimited(amount)
    const used = isUsed && !(isIfNeeded && before === undefined) ? drawn.after : 0n
    const ends = until ? [until] : []
    // Who adds calls up takes all that is drawn off it, and what was drawn before isn't of it.
    const beside = isBoth ? [words('request.warn.wholeOne')] : []
    const allowed: Allowed = {
      ...permit,
      token,
      isBoth,
      beside,
      amount: amount + (isUsed ? drawn.before : 0n),
      looked: read.looked,
    }
    if (used === 0n && !isStanding && amount > 0n)
      return { ...read, ...(isBoth && judgeAllowed(allowed, network)), facts: [...read.facts, ...ends], allowed }
    const left = amount > used ? amount - used : 0n
    const judged = judgeAllowed({ ...allowed, amount: left }, network)
    const atStake =
      balance !== undefined && isMostOf(left, balance) ? [amountOf(balance, token, 'request.atStake')] : []
    const facts = [limitOf(left, token, 'request.allowedAfter'), ...(left > 0n ? atStake : [])]
    return {
      facts: [...facts, code('request.spender', spender), ...tokenFacts(token), ...(left > 0n ? ends : [])],
      ...(left > 0n ? judged : { warnings: [], isDeliberate: false }),
      allowed,
    }
  })
  return said(
    words('request.allowBySignature'),
    all.flatMap(({ facts }) => facts),
    {
      warnings: all.flatMap(({ warnings }) => warnings),
      isDeliberate: all.some(({ isDeliberate }) => isDeliberate),
      flow: flow({ allows: all.map(({ allowed }) => allowed) }),
    },
  )
}
