import type { Address } from 'viem'
import type { Fact } from '../family.js'
import type { WalletNetwork } from '../network.js'
import type { Promised, PromisedMove } from '../readSimulation.js'
import { words } from '../sentences.js'
import type { ReadAllowing } from './allowance.js'
import { amountOf, coinOf, isUnlimited, limitOf, type ReadToken } from './tokens.js'

/** So much of a token. */
export interface Moved {
  readonly token: ReadToken
  readonly amount: bigint
  /** Who takes it by an allowance. */
  readonly takenBy?: Address | undefined
}

/** So much of a token may be taken from then on. */
export interface Allowed {
  readonly token: ReadToken
  readonly spender: Address
  readonly amount: bigint
  /** What is to be said of it where some of it is left. */
  readonly said: ReadAllowing
}

/** What a call moves of the account that makes it, as its data says. */
export interface Flow {
  /** At most. */
  readonly gives: readonly Moved[]
  /** At least. */
  readonly gets: readonly Moved[]
  readonly allows: readonly Allowed[]
}

export const flow = (parts: Partial<Flow>): Flow => ({ gives: [], gets: [], allows: [], ...parts })

/** What several calls come to when all of them are done. */
export interface Net {
  readonly gives: readonly Moved[]
  readonly gets: readonly Moved[]
  /** Each allowance with what is left of it at the end. */
  readonly left: readonly Allowed[]
}

/** Adds calls up, in their order: what one gets another may give, and what is taken by an allowance is no longer allowed. */
export function netOf(flows: readonly Flow[]): Net {
  const sums = new Map<string, { readonly token: ReadToken; amount: bigint }>()
  const left = new Map<string, Allowed>()
  const add = ({ token, amount }: Moved, sign: 1n | -1n) => {
    // Each id of a collection is a thing of its own.
    const key = token.isNft ? `${token.address} ${amount}` : token.address
    const sum = sums.get(key) ?? { token, amount: 0n }
    sums.set(key, { token, amount: sum.amount + sign * (token.isNft ? 1n : amount) })
    return key
  }
  const ids = new Map<string, bigint>()
  const keep = (moved: Moved, sign: 1n | -1n) => ids.set(add(moved, sign), moved.amount)
  for (const { gives, gets, allows } of flows) {
    for (const allowed of allows) left.set(placeOf(allowed.token, allowed.spender), allowed)
    for (const given of gives) {
      keep(given, -1n)
      const place = given.takenBy && placeOf(given.token, given.takenBy)
      const allowed = place === undefined ? undefined : left.get(place)
      if (place && allowed && !isUnlimited(allowed.amount)) {
        const rest = allowed.amount > given.amount ? allowed.amount - given.amount : 0n
        left.set(place, { ...allowed, amount: rest })
      }
    }
    for (const got of gets) keep(got, 1n)
  }
  const moved = [...sums].flatMap(([key, { token, amount }]) =>
    amount === 0n ? [] : [{ token, sum: amount, id: ids.get(key) ?? 0n }],
  )
  const those = (sign: 1n | -1n) =>
    moved
      .filter(({ sum }) => sum * sign > 0n)
      .map(({ token, sum, id }) => ({ token, amount: token.isNft ? id : sum * sign }))
  return { gives: those(-1n), gets: those(1n), left: [...left.values()] }
}

const placeOf = (token: ReadToken, spender: Address): string => `${token.address} ${spender}`.toLowerCase()

/** What is given, got and left to be taken, a fact each. */
export const netFacts = ({ gives, gets, left }: Net): readonly Fact[] => [
  ...gives.map(({ amount, token }) => amountOf(amount, token, 'request.give')),
  ...gets.map(({ amount, token }) => amountOf(amount, token, 'request.getAtLeast')),
  ...left.flatMap(({ amount, token, spender }) => [
    limitOf(amount, token, 'request.allowedAfter'),
    { label: words('request.spender'), value: spender, isCode: true },
  ]),
]

/** What is sent without data moves what its value says. */
export const sending = ({ value, network }: { readonly value: bigint; readonly network: WalletNetwork }): Flow =>
  flow({ gives: [{ token: coinOf(network), amount: value }] })

/** What leaves at most and comes at least, and who may take how much then, as a simulation is compared with it. */
export function promisedBy({ gives, gets, allows }: Flow): Promised {
  const sums = new Map<string | undefined, PromisedMove>()
  for (const [way, all] of [['leaves', gives] as const, ['comes', gets] as const]) {
    for (const { token, amount } of all) {
      const contract = token.isCoin ? undefined : token.address
      const sum = sums.get(contract) ?? { contract, leaves: 0n, comes: 0n }
      sums.set(contract, { ...sum, [way]: sum[way] + (token.isNft ? 1n : amount) })
    }
  }
  return {
    moves: [...sums.values()],
    allows: allows.map(({ token, spender, amount }) => ({ contract: token.address, spender, amount })),
  }
}
