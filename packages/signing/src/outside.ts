import { looksLike } from '@foyer/core/chain'
import type { SimulatedCall, SimulationReply } from '@foyer/core/wire'
import type { Fact, PricedAmount, ShownRequest, Worth } from './family.js'
import type { WalletNetwork } from './network.js'
import { type Words, words } from './sentences.js'

/** What is carried out: calls in their order, or of Solana a whole transaction in base64. */
export type Simulated =
  | { readonly calls: readonly SimulatedCall[]; readonly isAtomic: boolean }
  | { readonly transaction: string }

/** A call that an account makes. */
export interface DescribedCall {
  readonly to: `0x${string}`
  readonly from: `0x${string}`
  /** Of the network's own coin, in wei. */
  readonly value: bigint
  readonly data: `0x${string}`
  readonly network: WalletNetwork
}

/** Typed data (EIP-712) that an account signs. */
export interface DescribedData {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
  readonly owner: `0x${string}`
  readonly network: WalletNetwork
}

/** In the words of those who made a contract. */
export type DescribedByMakers = Pick<ShownRequest, 'title' | 'facts' | 'warnings' | 'isDeliberate'>

/** What others than the node know, where whoever describes a request can ask them. Whatever doesn't answer in time is left out. */
export interface Outside {
  /** Has it carried out without sending it. Never rejects: what can't be had is unknown. */
  simulate?(request: Simulated): Promise<SimulationReply>
  /** A recipient's name, where it stands for the address and the address for it. */
  nameOf?(address: string): Promise<string | undefined>
  /** What amounts are worth, in their order; undefined for what nothing prices. Never rejects. */
  worthOf?(amounts: readonly PricedAmount[]): Promise<readonly (Worth | undefined)[]>
  /** Descriptors of a contract (ERC-7730), each as its JSON. Never rejects: what can't be had is none. */
  readonly descriptorsOf?: ((contract: string) => Promise<readonly unknown[]>) | undefined
  /** Whether something that may speak against it is still being asked. */
  isOpen?(): boolean
  /** Has a simulation asked for again, for a request that is prepared anew. */
  forget?(): void
  /** Which of these the operator's own list warns of. Never rejects: what can't be had is on no list. */
  listed?(asked: AskedOfList): Promise<AskedOfList>
  /** Whom the account has paid before. */
  readonly paid?: readonly string[] | undefined
}

/** Addresses, and hosts of sites. */
interface AskedOfList {
  readonly addresses: readonly string[]
  readonly sites: readonly string[]
}

const paidTo = ['request.to', 'request.goesTo']
const toWhom = [...paidTo, 'request.spender', 'request.operator']

const addressesOf = (facts: readonly Fact[], labels: readonly string[]): readonly string[] =>
  facts.flatMap(({ label, value, isCode }) =>
    isCode && labels.includes(label.name) && typeof value === 'string' ? [value] : [],
  )

/** Who gets something by a request, or may take it. */
export const recipientsIn = (facts: readonly Fact[]): readonly string[] => [...new Set(addressesOf(facts, toWhom))]

/** Whom a request pays. */
export const payeesIn = (facts: readonly Fact[]): readonly string[] => [...new Set(addressesOf(facts, paidTo))]

/** A recipient that looks like one who was paid before, and isn't: how wallets are led to pay a stranger [F14]. */
export function resemblingWarnings({
  facts,
  paid = [],
}: {
  readonly facts: readonly Fact[]
  readonly paid?: readonly string[] | undefined
}): readonly Words[] {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const isAlike = recipientsIn(facts).some(
    (address) =>
      !paid.some((known) => isSame(known, address)) && paid.some((known) => looksLike({ address, known, isSame })),
  )
  return isAlike ? [words('request.warn.resembles')] : []
}
