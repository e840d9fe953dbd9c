import { isSameKey, type LowerHex, looksLike } from '@foyer/core/chain'
import type { Fact, ShownRequest, WalletNetwork, Words } from '@foyer/core/words'
import { words } from './sentences.js'

/** A call that an account makes. */
export interface DescribedCall {
  readonly to: `0x${string}`
  readonly from: `0x${string}`
  /** Of the network's own coin, in wei. */
  readonly value: bigint
  readonly data: LowerHex
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

/** Reads a call that another call, or what is signed, holds: as any call is read, or undefined where nothing says what it does. */
export type ReadInner = (call: DescribedCall) => Promise<DescribedByMakers | undefined>

/** In the words of those who made a contract. */
export type DescribedByMakers = Pick<ShownRequest, 'title' | 'facts' | 'warnings' | 'isDeliberate'>

const paidTo = ['request.to', 'request.goesTo']
const toWhom = [...paidTo, 'request.spender', 'request.operator']

const addressesOf = (facts: readonly Fact[], labels: readonly string[]): readonly string[] =>
  facts.flatMap(({ label, value, isCode }) =>
    isCode && labels.includes(label.name) && typeof value === 'string' ? [value] : [],
  )

/** Returns the recipients of a request, and those who may take by it. */
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
  const isAlike = recipientsIn(facts).some(
    (address) =>
      !paid.some((known) => isSameKey(known, address)) &&
      paid.some((known) => looksLike({ address, known, isSame: isSameKey })),
  )
  return isAlike ? [words('request.warn.resembles')] : []
}
