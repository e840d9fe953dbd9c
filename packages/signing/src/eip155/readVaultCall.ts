import { type Address, type DecodeFunctionDataReturnType, isAddressEqual } from 'viem'
import type { Fact } from '../family.js'
import { code, words } from '../sentences.js'
import { address, call, typed, uint } from './abis.js'
import { type Called, contractFact, decodeCall, type ReadCall, said, wordWarnings } from './called.js'
import { exchanged, type Flow, flow, type Moved } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { readAsset } from './nodeReads.js'
import { withRest } from './readCall.js'
import { amountOf, isKnownContract, isUnlimited, nameOf, type ReadToken, readToken, tokenFacts } from './tokens.js'

const referral = typed('uint16')('referral')

/** What lends, and keeps for others: Aave's pools, and vaults (ERC-4626). */
const abi = [
  call('supply', [address('asset'), uint('amount'), address('onBehalfOf'), referral]),
  call('deposit', [address('asset'), uint('amount'), address('onBehalfOf'), referral]),
  call('repay', [address('asset'), uint('amount'), uint('rateMode'), address('onBehalfOf')]),
  call('withdraw', [address('asset'), uint('amount'), address('to')]),
  call('borrow', [address('asset'), uint('amount'), uint('rateMode'), referral, address('onBehalfOf')]),
  call('deposit', [uint('assets'), address('receiver')]),
  call('withdraw', [uint('assets'), address('receiver'), address('owner')]),
  call('redeem', [uint('shares'), address('receiver'), address('owner')]),
] as const

/** What is put into a pool or taken out of it, and for whom. */
interface Move {
  readonly way: 'in' | 'out' | 'borrowed'
  readonly title: 'request.deposit' | 'request.withdraw' | 'request.borrow' | 'request.repay'
  readonly token: Address | undefined
  readonly amount: bigint
  /** Whose it is then. */
  readonly to: Address
  /** In whose name it is done, where that may be another. */
  readonly owner?: Address
}

/**
 * Reads what is put in or taken out for somebody: for another than the account it is a gift, whatever contract it is. For the account itself it is read of contracts
 * that are known, and of others what is put in: what they give for it is their word. Undefined for every other call.
 */
export async function readVaultCall({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  if (!decoded) return undefined
  const move = moveIn(decoded.call, called.to)
  const { network, from } = called
  const isOwn = isAddressEqual(move.to, from) && isAddressEqual(move.owner ?? from, from)
  const isKnown = isKnownContract(network, called.to)
  if (isOwn && !isKnown && move.way !== 'in') return undefined
  const address = move.token ?? (await readAsset(network, called.to))
  const token = address && (await readToken(network, address))
  // What is given to a contract that isn't known is said of what is worth something.
  if (!token || (isOwn && !isKnown && !token.isListed)) return undefined
  const read = describe({ move, token, isOwn }, called)
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
        return { way: 'in', title: 'request.deposit', token: undefined, amount, to }
      }
      const [token, amount, to] = asked.args
      return { way: 'in', title: 'request.deposit', token, amount, to }
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
          ...{ way: 'out', title: 'request.withdraw', token: undefined, amount: first },
          ...{ to: typeof second === 'string' ? second : third, owner: third },
        }
      const amount = typeof second === 'bigint' ? second : 0n
      return { way: 'out', title: 'request.withdraw', token: first, amount, to: third }
    }
    case 'redeem': {
      const [amount, to, owner] = asked.args
      return { way: 'out', title: 'request.withdraw', token: vault, amount, to, owner }
    }
  }
}

function describe(
  { move: { way, title, amount, to, owner }, token, isOwn }: { move: Move; token: ReadToken; isOwn: boolean },
  called: Called,
): ReadCall {
  const { network, from } = called
  const moved: Moved = { token, amount }
  const isOthers = !isAddressEqual(to, from)
  const isGift = way !== 'borrowed' && isOthers && isAddressEqual(owner ?? from, from)
  const label = way === 'in' || isGift ? 'request.give' : 'request.get'
  // The largest number stands for all that lies there.
  const sum: Fact = isUnlimited(amount)
    ? { label: words(label), value: words('request.allItHolds') }
    : amountOf(amount, token, label)
  return said(
    words(title, { token: nameOf(token) }),
    [
      sum,
      ...(isGift ? [code('request.to', to)] : []),
      ...(owner && !isAddressEqual(owner, from) ? [code('request.account', owner)] : []),
      contractFact({ to: called.to, network }),
      ...tokenFacts(token),
    ],
    {
      warnings: [
        ...(isGift ? [words('request.warn.forOther')] : []),
        ...(isOwn || isGift ? [] : [words('request.warn.inNameOf')]),
        ...wordWarnings(called),
      ],
      isDeliberate: !isOwn || !isKnownContract(network, called.to),
      flow: isUnlimited(amount) ? undefined : flowOf({ way, moved, to, isOwn, isGift }, called),
    },
  )
}

function flowOf(
  { way, moved, to, isOwn, isGift }: { way: Move['way']; moved: Moved; to: Address; isOwn: boolean; isGift: boolean },
  { to: at, network }: Called,
): Flow | undefined {
  if (isGift) return flow({ gifts: [{ ...moved, to, how: 'sent' }] })
  if (!isOwn) return undefined
  return way === 'in'
    ? exchanged({ at, network, gives: [moved], gets: [], isExact: true })
    : exchanged({ at, network, gives: [], gets: [moved] })
}
