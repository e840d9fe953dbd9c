import type { Address } from 'viem'
import type { Fact } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { code, type Words, words } from '../sentences.js'
import {
  amountOf,
  isUnlimited,
  limitOf,
  nameOf,
  type ReadToken,
  readAllowance,
  tokenFacts,
  tokenWarnings,
} from './tokens.js'

/** What lets a spender take: in a transaction or by a signature. */
export interface ReadAllowing {
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  /** Takes a step of its own: everything is at stake, or the spender is a person. */
  readonly isDeliberate: boolean
  /** What may be taken now, and from then on; undefined where the node doesn't say what may be taken now. */
  readonly before?: bigint | undefined
  readonly after?: bigint | undefined
  /** What there is to take, where it may all be taken. */
  readonly atStake?: bigint | undefined
}

/** Says who may take how much of a token from then on, beside what may be taken now. */
export async function readAllowing({
  network,
  token,
  owner,
  spender,
  amount,
  kind = 'set',
}: {
  readonly network: WalletNetwork
  readonly token: ReadToken
  readonly owner: Address
  readonly spender: Address
  /** What may be taken from then on, or what comes to that. */
  readonly amount: bigint
  /** Added to what may be taken now; or by Permit2, whose allowances aren't the token's own. */
  readonly kind?: 'set' | 'added' | 'permit2'
}): Promise<ReadAllowing> {
  const { allowance, balance, isContract } = await readAllowance({ network, token: token.address, owner, spender })
  const isAdded = kind === 'added'
  const after = isAdded ? (allowance === undefined ? undefined : allowance + amount) : amount
  const isAll = isUnlimited(after ?? amount)
  const isPerson = isContract === false
  const name = { token: nameOf(token) }
  return {
    facts: [
      limitOf(amount, token, isAdded ? 'request.adds' : 'request.amount'),
      ...(allowance === undefined || kind === 'permit2' ? [] : [limitOf(allowance, token, 'request.allowedBefore')]),
      ...(allowance === undefined || kind === 'permit2' || after === undefined
        ? []
        : [limitOf(after, token, 'request.allowedAfter')]),
      ...(isAll && balance !== undefined ? [amountOf(balance, token, 'request.atStake')] : []),
      code('request.spender', spender),
      ...tokenFacts(token),
    ],
    warnings: [
      words(isAll ? 'request.warn.spenderAll' : 'request.warn.spenderSome', name),
      ...(isPerson ? [words('request.warn.spenderPerson')] : []),
      ...tokenWarnings(token),
    ],
    isDeliberate: isAll || isPerson,
    ...{ before: allowance, after, atStake: isAll ? balance : undefined },
  }
}
