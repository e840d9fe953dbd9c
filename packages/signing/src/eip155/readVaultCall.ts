import type { Fact, WalletNetwork } from '@foyer/core/words'
import { type Address, type DecodeFunctionDataReturnType, getAddress, isAddressEqual, size, slice } from 'viem'
import { call as ask } from '../contracts/nodeReads.js'
import {
  amountOf,
  isKnownContract,
  isListedToken,
  isUnlimited,
  knowingToken,
  limitOf,
  nameOf,
  type ReadToken,
  readAllowance,
  readToken,
  tokenFacts,
} from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { address, call, typed, uint } from './abis.js'
import { type Called, contractFact, decodeCall, type ReadCall, said, wordWarnings } from './called.js'
import { least } from './encoded.js'
import { exchanged, type Flow, flow, type Moved } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'
import { othersFacts } from './swapCalls.js'

const referral = typed('uint16')('referral')

/** The calls of lending pools (Aave's), and of vaults (ERC-4626). */
const abi = [
  call('supply', [address('asset'), uint('amount'), address('onBehalfOf'), referral]),
  call('deposit', [address('asset'), uint('amount'), address('onBehalfOf'), referral]),
  call('repay', [address('asset'), uint('amount'), uint('rateMode'), address('onBehalfOf')]),
  call('withdraw', [address('asset'), uint('amount'), address('to')]),
  call('borrow', [address('asset'), uint('amount'), uint('rateMode'), referral, address('onBehalfOf')]),
  call('deposit', [uint('assets'), address('receiver')]),
  call('mint', [uint('shares'), address('receiver')]),
  call('withdraw', [uint('assets'), address('receiver'), address('owner')]),
  call('redeem', [uint('shares'), address('receiver'), address('owner')]),
] as const

/** Reads the asset of a vault (ERC-4626). */
async function readAsset(network: WalletNetwork, vault: Address): Promise<Address | undefined> {
  const answer = await ask(network, vault, '0x38d52e0f')
  return answer && size(answer) === 32 ? getAddress(slice(answer, 12)) : undefined
}

/** Knows a listed token that says what it is a vault of as one: other tokens take a vault's call as any other, and do nothing. */
async function asVault<Asked extends Called>(called: Asked): Promise<Asked> {
  const { network, to } = called
  if (!isListedToken(network, to) || !(await readAsset(network, to))) return called
  return { ...called, network: knowingToken(network, await readToken(network, to)) }
}

/** A move into a pool or out of it, and for whom. */
interface Move {
  readonly way: 'in' | 'out' | 'borrowed'
  readonly title: 'request.deposit' | 'request.withdraw' | 'request.borrow' | 'request.repay'
  /** The token that its data counts in; undefined for what the vault keeps. */
  readonly token: Address | undefined
  readonly amount: bigint
  /** The owner then. */
  readonly to: Address
  /** In whose name it is done, where that may be another. */
  readonly owner?: Address
  /** For shares in the vault, whose price isn't in its data: so that how much one side is isn't known. */
  readonly isShared?: boolean
}

/**
 * Reads what is put in or taken out for somebody: for another than the account it is a gift, whatever contract it is. For the account itself it is read of contracts
 * that are known, and of others what is put in: what they give for it is their word. Undefined for every other call.
 */
export async function readVaultCall({ data, inside: _inside, ...asked }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  if (!decoded) return undefined
  const move = moveIn(decoded.call, asked.to)
  const called = move.isShared ? await asVault(asked) : asked
  const { network, from } = called
  const isOwn = isAddressEqual(move.to, from) && isAddressEqual(move.owner ?? from, from)
  const isKnown = isKnownContract(network, called.to)
  if (isOwn && !isKnown && move.way !== 'in') return undefined
  const kept = move.token && move.token !== called.to ? move.token : await readAsset(network, called.to)
  const address = move.token ?? kept
  const [token, asset, share] = await Promise.all(
    [address, kept, move.isShared ? called.to : undefined].map(
      async (each) => each && (await readToken(network, each)),
    ),
  )
  // What is given to a contract that isn't known is said of what is worth something.
  if (!token || (isOwn && !isKnown && !(asset ?? token).isListed)) return undefined
  const other = token.address === called.to ? asset : share
  const isMostUnknown = move.way === 'in' && move.token !== undefined && move.isShared === true && other !== undefined
  const stake = isMostUnknown ? await readStake(other, called) : undefined
  const read = describe({ move, token, isOwn, isMostUnknown, other: move.isShared ? other : undefined, stake }, called)
  return withRest({ read, called, unused: decoded.unused })
}

function moveIn(asked: DecodeFunctionDataReturnType<typeof abi>, vault: Address): Move {
  switch (asked.functionName) {
    case 'supply': {
      const [token, amount, to] = asked.args
      return { way: 'in', title: 'request.deposit', token, amount, to }
    }
    case 'deposit': {
      if (asked.args.length === 2) {
        const [amount, to] = asked.args
        return { way: 'in', title: 'request.deposit', token: undefined, amount, to, isShared: true }
      }
      const [token, amount, to] = asked.args
      return { way: 'in', title: 'request.deposit', token, amount, to }
    }
    case 'mint': {
      const [amount, to] = asked.args
      return { way: 'in', title: 'request.deposit', token: vault, amount, to, isShared: true }
    }
    case 'repay': {
      const [token, amount, , to] = asked.args
      return { way: 'in', title: 'request.repay', token, amount, to }
    }
    case 'borrow': {
      const [token, amount, , , owner] = asked.args
      return { way: 'borrowed', title: 'request.borrow', token, amount, to: owner, owner }
    }
    case 'withdraw': {
      const [first, second, third] = asked.args
      if (typeof first === 'bigint')
        return {
          ...{ way: 'out', title: 'request.withdraw', token: undefined, amount: first, isShared: true },
          ...{ to: typeof second === 'string' ? second : third, owner: third },
        }
      const amount = typeof second === 'bigint' ? second : 0n
      return { way: 'out', title: 'request.withdraw', token: first, amount, to: third }
    }
    case 'redeem': {
      const [amount, to, owner] = asked.args
      return { way: 'out', title: 'request.withdraw', token: vault, amount, to, owner, isShared: true }
    }
  }
}

/** Returns the facts of what somebody else gets, how much of it isn't known. */
const othersSome = (other: ReadToken | undefined, to: Address): readonly Fact[] =>
  other
    ? [
        { label: words('request.othersGet'), value: words('request.someOf', { token: nameOf(other) }) },
        code('request.goesTo', to),
      ]
    : []

interface Described {
  readonly move: Move
  readonly token: ReadToken
  readonly isOwn: boolean
  /** The token that moves for it, how much isn't known. */
  readonly other: ReadToken | undefined
  /** Shares are bought for as much of it as the vault takes. */
  readonly isMostUnknown: boolean
  /** The stake: what can be taken for them. */
  readonly stake: Stake | undefined
}

interface Stake {
  /** At most: by a vault that is known, of a listed token. */
  readonly most: Moved | undefined
  readonly facts: readonly Fact[]
}

/** Reads what a vault may take, of what there is; each left out where the node doesn't say it. */
async function readStake(token: ReadToken, { to: takenBy, from, network }: Called): Promise<Stake> {
  const of = { network, token: token.address, owner: from, spender: takenBy }
  const { before, balance: held } = await readAllowance(of)
  const isKnown = token.isListed && isKnownContract(network, takenBy)
  return {
    most:
      isKnown && before !== undefined && held !== undefined
        ? { token, amount: least(before, held), bound: 'most', open: { takenBy, held } }
        : undefined,
    facts: [
      ...(before === undefined ? [] : [limitOf(before, token, 'request.allowedBefore')]),
      ...(held === undefined ? [] : [amountOf(held, token, 'request.atStake')]),
    ],
  }
}

function describe({ move, token, isOwn, other, isMostUnknown, stake }: Described, called: Called): ReadCall {
  const { way, title, amount, to, owner } = move
  const { network, from } = called
  const isOthers = !isAddressEqual(to, from)
  const isOfOther = owner !== undefined && !isAddressEqual(owner, from)
  const isGift = way !== 'borrowed' && isOthers && !isOfOther
  // A vault's shares are got for what is put in, and given for what is taken out.
  const isOfShares = move.token !== undefined && move.isShared === true
  const isGiven = (way === 'in') !== isOfShares
  const name = nameOf(token)
  const all = title === 'request.repay' ? 'request.allDebt' : 'request.allDeposit'
  // The largest number stands for all that is owed, or lies there.
  const sum = (label: 'request.give' | 'request.get' | 'request.borrowed'): Fact =>
    isUnlimited(amount) ? { label: words(label), value: words(all, { token: name }) } : amountOf(amount, token, label)
  const { most } = stake ?? {}
  // By itself; where a call before it allows more, what they come to says so.
  const isBound = most !== undefined && most.amount > 0n
  const some = (label: 'request.give' | 'request.getAtLeast'): readonly Fact[] =>
    isBound
      ? [amountOf(most.amount, most.token, 'request.giveAtMost')]
      : other
        ? [{ label: words(label), value: words('request.someOf', { token: nameOf(other) }) }]
        : []
  const recipient = isGift ? [code('request.to', to)] : []
  // What leaves is the other side, how much isn't known: what its data counts in is what the other gets.
  const isForOther = isGift && other !== undefined && !isGiven
  const isCounted = !isUnlimited(amount) && !isForOther
  // In another's name it is the other who owes it.
  const isOwed = way === 'borrowed' && isOwn
  const source = isOwed ? 'debt' : undefined
  const moves = isCounted ? flowOf({ moved: { token, amount, source }, to, isOwn, isGift, isGiven }, called) : undefined
  const open =
    most && !isUnlimited(amount) ? openFlow({ most, shares: { token, amount }, to, isOwn, isGift }) : undefined
  return said(
    // What is put in or taken out is what the vault keeps.
    words(title, { token: isOfShares && other ? nameOf(other) : name }),
    [
      ...(isOfOther && way === 'out'
        ? takenFacts({ token, amount, other, isOfShares, to: isOthers ? to : undefined })
        : isForOther
          ? [...some('request.give'), ...othersFacts([{ token, amount, to, bound: 'just' }])]
          : isGift
            ? [sum('request.give'), ...recipient, ...(isGiven ? othersSome(other, to) : [])]
            : isGiven
              ? [sum('request.give'), ...some('request.getAtLeast')]
              : [...some('request.give'), sum(isOwed ? 'request.borrowed' : 'request.get')]),
      ...(isOwn && !isBound ? (stake?.facts ?? []) : []),
      ...(isOfOther ? [code('request.account', owner)] : []),
      contractFact({ to: called.to, network }),
      ...tokenFacts(token),
    ],
    {
      warnings: [
        ...(isMostUnknown && !isBound ? [words('request.warn.noMost')] : []),
        ...(isForOther ? [words('request.warn.othersGet')] : isGift ? [words('request.warn.forOther')] : []),
        ...(isOwn || isGift ? [] : [words('request.warn.inNameOf')]),
        ...(isOwed ? [words('request.warn.debt')] : []),
        ...wordWarnings(called),
      ],
      isDeliberate: !isOwn || !isKnownContract(network, called.to),
      // What is given without that its data says how much can't be added up.
      ...(isGiven ? { flow: moves } : move.isShared ? { flow: open, partly: moves } : { flow: moves }),
    },
  )
}

/** Returns what comes for another's shares, and for whom: none of it is given by who asks for it. */
function takenFacts({
  token,
  amount,
  other,
  isOfShares,
  to,
}: {
  readonly token: ReadToken
  readonly amount: bigint
  readonly other: ReadToken | undefined
  readonly isOfShares: boolean
  /** Undefined for the account itself. */
  readonly to: Address | undefined
}): readonly Fact[] {
  const some = other && words('request.someOf', { token: nameOf(other) })
  const label = to ? 'request.othersGet' : 'request.get'
  return [
    ...(isOfShares ? [amountOf(amount, token)] : some ? [{ label: words('request.amount'), value: some }] : []),
    ...(isOfShares ? (some ? [{ label: words(label), value: some }] : []) : [amountOf(amount, token, label)]),
    ...(to ? [code('request.goesTo', to)] : []),
  ]
}

/** Shares for no more than may be taken for them. */
function openFlow({
  most,
  shares,
  to,
  isOwn,
  isGift,
}: {
  readonly most: Moved
  readonly shares: Moved
  readonly to: Address
  readonly isOwn: boolean
  readonly isGift: boolean
}): Flow | undefined {
  if (isGift) return flow({ gifts: [{ ...most, to, how: 'sent' }] })
  return isOwn ? flow({ gives: [most], gets: [{ ...shares, bound: 'just' }] }) : undefined
}

function flowOf(
  {
    moved,
    to,
    isOwn,
    isGift,
    isGiven,
  }: {
    readonly moved: Moved
    readonly to: Address
    readonly isOwn: boolean
    readonly isGift: boolean
    readonly isGiven: boolean
  },
  { to: at, network }: Called,
): Flow | undefined {
  if (isGift) {
    // What a known contract takes for somebody else uses up what it may take.
    const takenBy = isGiven && isKnownContract(network, at) ? at : undefined
    return flow({ gifts: [{ ...moved, to, how: 'sent', takenBy }] })
  }
  if (!isOwn) return undefined
  return isGiven
    ? exchanged({ at, network, gives: [moved], gets: [] })
    : exchanged({ at, network, gives: [], gets: [{ ...moved, bound: 'just' }] })
}
