import type { Fact, WalletNetwork, Words } from '@foyer/core/words'
import type { Address } from 'viem'
import {
  amountOf,
  isKnownAddress,
  isUnlimited,
  limitOf,
  nameOf,
  type ReadToken,
  readAllowance,
  tokenFacts,
  tokenWarnings,
} from '../contracts/tokens.js'
import { isNearlyAll } from '../nearlyAll.js'
import { code, words } from '../sentences.js'

/** The chain's answers around an allowance; each undefined where the node gives none. */
export interface Looked {
  /** The amount that may be taken now. */
  readonly before: bigint | undefined
  /** The amount that there is to take. */
  readonly balance: bigint | undefined
  /** Whether the spender is a contract. */
  readonly isContract: boolean | undefined
}

/** So much of a token may be taken from then on. */
export interface Allowed {
  readonly token: ReadToken
  /** Of an NFT that is allowed to nobody any more, the zero address. */
  readonly spender: Address
  /** Of an NFT one, or none. */
  readonly amount: bigint
  /** The number of the NFT that it is of. */
  readonly id?: bigint | undefined
  /** A whole token goes with the NFT (ERC-404). */
  readonly isBoth?: boolean | undefined
  /** The owner of what may be taken, where that isn't the account. */
  readonly owner?: Address | undefined
  /** It comes to what may be taken already, or goes from it; it is in its place otherwise. */
  readonly change?: 'added' | 'taken' | undefined
  /** Another power over the token than its allowances, which it stands beside: an operator's. */
  readonly isApart?: boolean
  /** It is used up by being taken from, be that less than all of it. */
  readonly isOnce?: boolean
  /** Of whose own allowance it is a part, where the token's contract doesn't know it: Permit2. */
  readonly via?: Address | undefined
  /** When it ends, where it does by itself. */
  readonly until?: Fact | undefined
  readonly looked: Looked
  /** Further warnings where some of it is left. */
  readonly beside?: readonly Words[]
}

/** A transaction or a signature that lets a spender take, as it is read. */
export interface ReadAllowing extends Pick<Allowed, 'looked'> {
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  /** Takes a step of its own: everything is at stake, or the spender is a person. */
  readonly isDeliberate: boolean
  /** The amount that may be taken from then on; undefined where the node doesn't say what may be taken now. */
  readonly after: bigint | undefined
  /** The amount that there is to take, where it may all be taken. */
  readonly atStake: bigint | undefined
}

/** No token that counts in 96 bits has more; of others it is more than nearly any supply. */
const nearlyAny = 2n ** 95n

/** Whether an amount is at least all that there is. */
export const isAllOf = (amount: bigint, balance: bigint | undefined): boolean =>
  isUnlimited(amount) || (balance ? amount >= balance : amount >= nearlyAny)

/** Whether an amount is all that there is, or nearly: what is left then is no more than dust. */
export const isMostOf = (amount: bigint, balance: bigint | undefined): boolean =>
  isAllOf(amount, balance) || (balance !== undefined && isNearlyAll(amount, balance))

/** Warns of an amount that leaves next to nothing, where another warning doesn't say that it is all. */
export const nearlyWarnings = (amount: bigint, balance: bigint | undefined, token: ReadToken): readonly Words[] =>
  isMostOf(amount, balance) && !isAllOf(amount, balance)
    ? [words('request.warn.nearlyAll', { token: nameOf(token) })]
    : []

/** Returns the warnings of an allowance: of its amount, its spender, and what of that couldn't be looked up. */
export function judgeAllowed(
  {
    token,
    spender,
    amount,
    id,
    isBoth = false,
    isOnce,
    isApart = false,
    looked: { balance, isContract },
    beside = [],
  }: Allowed,
  network: WalletNetwork,
): Pick<ReadAllowing, 'warnings' | 'isDeliberate'> {
  // A spender who may take nothing takes nothing.
  if (amount === 0n) return { warnings: [...beside, ...tokenWarnings(token)], isDeliberate: false }
  const isOne = id !== undefined
  const isAll = !isOne && isAllOf(amount, balance)
  const allAs = isOnce ? 'request.warn.allOfIt' : 'request.warn.spenderAll'
  const isPerson = isContract === false
  const isUnchecked = isContract === undefined && !isKnownAddress(network, spender)
  return {
    warnings: [
      ...beside,
      isOne
        ? words('request.warn.spenderOne')
        : words(isAll ? allAs : 'request.warn.spenderSome', { token: nameOf(token) }),
      ...(isOne ? [] : nearlyWarnings(amount, balance, token)),
      ...(isPerson ? [words('request.warn.spenderPerson')] : []),
      ...(isUnchecked ? [words('request.warn.spenderUnchecked')] : []),
      ...tokenWarnings(token),
    ],
    isDeliberate: isApart || isBoth || (!isOne && isMostOf(amount, balance)) || isPerson,
  }
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
  /** The amount that may be taken from then on, or one that comes to that. */
  readonly amount: bigint
  /** Added to what may be taken now; or by Permit2, whose allowances aren't the token's own, or by which it is taken once and no more. */
  readonly kind?: 'set' | 'added' | 'permit2' | 'once'
}): Promise<ReadAllowing> {
  const looked = await readAllowance({ network, token: token.address, owner, spender })
  const { before, balance } = looked
  const isAdded = kind === 'added'
  const after = isAdded ? (before === undefined ? undefined : before + amount) : amount
  const isAll = isAllOf(after ?? amount, balance)
  const isOwn = before !== undefined && (isAdded || kind === 'set')
  return {
    facts: [
      limitOf(amount, token, isAdded ? 'request.adds' : 'request.amount'),
      ...(isOwn ? [limitOf(before, token, 'request.allowedBefore')] : []),
      ...(isOwn && after !== undefined ? [limitOf(after, token, 'request.allowedAfter')] : []),
      ...(balance !== undefined && isMostOf(after ?? amount, balance)
        ? [amountOf(balance, token, 'request.atStake')]
        : []),
      code('request.spender', spender),
      ...tokenFacts(token),
    ],
    ...judgeAllowed({ token, spender, amount: after ?? amount, isOnce: kind === 'once', looked }, network),
    ...{ looked, after, atStake: isAll ? balance : undefined },
  }
}
