import { looksLike } from '@foyer/core/chain'
import type { SimulatedCall, SimulationReply } from '@foyer/core/wire'
import type { Fact } from './family.js'
import { type Words, words } from './sentences.js'

/** What is carried out: calls in their order, or of Solana a whole transaction in base64. */
export type Simulated =
  | { readonly calls: readonly SimulatedCall[]; readonly isAtomic: boolean }
  | { readonly transaction: string }

/** What others than the node know, where whoever describes a request can ask them. Whatever doesn't answer in time is left out. */
export interface Outside {
  /** Has it carried out without sending it. Never rejects: what can't be had is unknown. */
  simulate?(request: Simulated): Promise<SimulationReply>
  /** A recipient's name, where it stands for the address and the address for it. */
  nameOf?(address: string): Promise<string | undefined>
  /** What so much of the network's own coin is worth, as it is shown. */
  worthOf?(coins: bigint): string | undefined
  /** Whom the account has paid before. */
  readonly paid?: readonly string[] | undefined
}

const toWhom = ['request.to', 'request.goesTo', 'request.spender', 'request.operator']

/** A recipient that looks like one who was paid before, and isn't: how wallets are led to pay a stranger [F14]. */
export function resemblingWarnings({
  facts,
  paid = [],
}: {
  readonly facts: readonly Fact[]
  readonly paid?: readonly string[] | undefined
}): readonly Words[] {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const named = facts.flatMap(({ label, value, isCode }) =>
    isCode && toWhom.includes(label.name) && typeof value === 'string' ? [value] : [],
  )
  const isAlike = named.some(
    (address) =>
      !paid.some((known) => isSame(known, address)) && paid.some((known) => looksLike({ address, known, isSame })),
  )
  return isAlike ? [words('request.warn.resembles')] : []
}
