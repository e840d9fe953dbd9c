import type { Fact, WalletNetwork } from '@foyer/core/words'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { amountOf, isUnlimited, limitOf, type ReadToken } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { type Allowed, isMostOf, judgeAllowed } from './allowance.js'
import { countOfAll } from './counted.js'
import type { Flow, Moved } from './flow.js'

/** An allowance with what is left of it when several calls are done. */
export interface Left extends Allowed {
  /** The most that could be taken in all, where that is more than is left and than a known contract takes. */
  readonly meanwhile?: bigint | undefined
  /** A part of it is taken by then, how much isn't known. */
  readonly isLess?: boolean
}

/** Whether a spender is known to take no more than is said, whatever else is carried out while it may. */
export type Trusts = (spender: Address) => boolean

/** The allowances that stand by a call, with what was set of each in all, and what was taken. */
interface Standing {
  readonly left: Map<string, Left>
  readonly sums: Map<string, bigint>
  readonly taken: Map<string, bigint>
  /** The contracts that have allowances of their own. */
  readonly vias: ReadonlySet<Address>
}

/**
 * Returns what may be taken at the end: set, added to, and used up by what a contract that is known takes. The sum of all
 * that was set counts too: whatever runs in between may have taken what is set anew.
 */
export function leftOf(
  flows: readonly Pick<Flow, 'gives' | 'gifts' | 'allows'>[],
  trusts: Trusts = () => false,
): readonly Left[] {
  const standing: Standing = { left: new Map(), sums: new Map(), taken: new Map(), vias: viasOf(flows) }
  const { left, sums, taken, vias } = standing
  for (const { gives, gifts, allows } of flows) {
    for (const allowed of allows) set(standing, allowed)
    for (const moved of [...gives, ...gifts]) {
      const { token, amount, takenBy, open } = moved
      if (token.isNft) endOne(standing, moved)
      else if (takenBy) take(standing, { token, spender: takenBy, amount })
      const place = open && placeOfTaker(left, { token, spender: open.takenBy, vias })
      const allowed = place === undefined ? undefined : left.get(place)
      if (place !== undefined && allowed) left.set(place, { ...allowed, isLess: true })
    }
  }
  return [...left].map(([place, allowed]) => {
    const sum = sums.get(place) ?? 0n
    const open = isUnlimited(sum) ? sum : sum - (taken.get(place) ?? 0n)
    return open > allowed.amount && !trusts(allowed.spender) ? { ...allowed, meanwhile: open } : allowed
  })
}

function set({ left, sums }: Standing, allowed: Allowed): void {
  const { token, id, spender } = allowed
  if (id !== undefined) {
    // One has one spender at a time.
    for (const [place, each] of left) if (isOfOne(each, { token, id })) left.set(place, { ...each, amount: 0n })
    if (isAddressEqual(spender, zeroAddress)) return
  }
  const place = placeOf(allowed)
  const before = left.get(place)?.amount ?? allowed.looked.before ?? 0n
  const amount = allowedBy(allowed, before)
  // What takes it back doesn't look it up: what was known of it stands.
  left.set(place, { ...((amount === 0n && left.get(place)) || allowed), amount })
  const sum = sums.get(place)
  const more = allowed.change === 'taken' ? 0n : allowed.amount
  // What is set anew of one thing is that thing still.
  sums.set(place, id !== undefined || sum === undefined ? amount : sum + more)
}

function take(standing: Standing, { token, spender, amount }: Taking): void {
  const { left, taken, vias } = standing
  const place = placeOfTaker(left, { token, spender, vias })
  const allowed = place === undefined ? undefined : left.get(place)
  if (place === undefined || !allowed) return
  if (!isUnlimited(allowed.amount)) {
    left.set(place, { ...allowed, amount: allowed.amount > amount ? allowed.amount - amount : 0n })
    const drawn = allowed.amount > amount ? amount : allowed.amount
    taken.set(place, (taken.get(place) ?? 0n) + drawn)
  }
  // What is taken through another's allowance uses that up as well.
  if (allowed.via) take(standing, { token, spender: allowed.via, amount })
}

interface Taking {
  readonly token: ReadToken
  readonly spender: Address
  readonly amount: bigint
}

/** What may be taken of an NFT ends with its going, whoever it goes to. */
function endOne({ left, taken }: Standing, { token, amount: id }: Moved): void {
  for (const [place, each] of left) {
    if (!isOfOne(each, { token, id })) continue
    left.set(place, { ...each, amount: 0n })
    taken.set(place, (taken.get(place) ?? 0n) + each.amount)
  }
}

const isOfOne = (one: Left, { token, id }: { readonly token: ReadToken; readonly id: bigint }): boolean =>
  one.id === id && isAddressEqual(one.token.address, token.address)

/** Returns the key of an allowance among others. */
export const placeOf = ({ token, spender, isApart, via, owner, id }: Place): string =>
  [token.address, spender, isApart === true, via, owner, id].join(' ').toLowerCase()

type Place = Pick<Allowed, 'token' | 'spender' | 'isApart' | 'via' | 'owner' | 'id'>

/** Returns the key of the allowance that a spender takes by: of the token's own and those through others, the first that there is. */
export const placeOfTaker = (
  among: Pick<ReadonlyMap<string, unknown>, 'has'>,
  { vias, ...taker }: Pick<Place, 'token' | 'spender'> & { readonly vias: ReadonlySet<Address> },
): string | undefined => [undefined, ...vias].map((via) => placeOf({ ...taker, via })).find((place) => among.has(place))

/** Returns the contracts that have allowances of their own. */
export const viasOf = (flows: readonly Pick<Flow, 'allows'>[]): ReadonlySet<Address> =>
  new Set(flows.flatMap(({ allows }) => allows.flatMap(({ via }) => via ?? [])))

export const allowedBy = ({ amount, change }: Allowed, before: bigint): bigint => {
  if (change === 'added') return before + amount
  if (change === undefined) return amount
  return before > amount ? before - amount : 0n
}

/** Returns the facts of who may take how much at the end, and how much there is of it where that is all. */
export const leftFacts = ({ left }: { readonly left: readonly Left[] }): readonly Fact[] => [
  ...left.filter(({ id }) => id === undefined).flatMap(amountFacts),
  ...piecesFacts(left, 'amount'),
  ...piecesFacts(left, 'meanwhile'),
]

function amountFacts({ amount, meanwhile, isLess, token, spender, owner, until, looked: { balance } }: Left) {
  return [
    ...(meanwhile === undefined ? [] : [limitOf(meanwhile, token, 'request.allowedInAll')]),
    isLess && amount > 0n && !isUnlimited(amount)
      ? lessThan(limitOf(amount, token, 'request.allowedAfter'))
      : limitOf(amount, token, 'request.allowedAfter'),
    ...(balance !== undefined && isMostOf(meanwhile ?? amount, balance)
      ? [amountOf(balance, token, 'request.atStake')]
      : []),
    code('request.spender', spender),
    ...(owner ? [code('request.account', owner)] : []),
    ...(until && amount > 0n ? [until] : []),
  ]
}

/** Says of each collection and spender in one which pieces may be taken. */
function piecesFacts(left: readonly Left[], by: 'amount' | 'meanwhile'): readonly Fact[] {
  const all = new Map<string, readonly Left[]>()
  for (const each of left) {
    const isThere = by === 'amount' ? each.amount > 0n : (each.meanwhile ?? 0n) > 0n
    if (each.id === undefined || !isThere) continue
    const key = placeOf({ ...each, id: undefined })
    all.set(key, [...(all.get(key) ?? []), each])
  }
  const label = by === 'amount' ? 'request.allowedAfter' : 'request.allowedInAll'
  return [...all.values()].flatMap((pieces) => {
    const moved = pieces.map(({ token, id = 0n }) => ({ token, amount: id }))
    return [countOfAll(moved, label), ...pieces.slice(0, 1).map(({ spender }) => code('request.spender', spender))]
  })
}

const lessThan = ({ label, value: amount }: Fact): Fact => ({ label, value: words('request.leftOf', { amount }) })

/** Judges what may be taken at the end, or in all. */
export const judgeLeft = ({ left }: { readonly left: readonly Left[] }, network: WalletNetwork) =>
  left
    .map(({ meanwhile, ...each }) => ({ ...each, amount: meanwhile ?? each.amount }))
    .flatMap((each) => (each.amount > 0n ? [judgeAllowed(each, network)] : []))
