import { type Family, isAddress } from '@foyer/core/chain'
import type { Network } from '@foyer/core/networks'
import type { NodePaths } from '@foyer/core/wire'
import * as v from 'valibot'
import type { RpcCall } from '../rpc/outcomes.js'

/** A chain family as the server knows it, but for how it is read. Its networks are served without what a family lacks. */
export interface ServerFamily {
  /** the namespace of CAIP-2 */
  readonly id: Family
  /** whether the reference of CAIP-2 is a number, which sign-in writes as one */
  readonly isNumbered?: boolean
  readonly addresses: FamilyAddresses
  /** what stands for a network's own coin where the wire wants a token's address; null where the wire has none */
  readonly coin: string | null
  readonly nodes: FamilyNodes
  readonly tokens?: FamilyTokens
  /** the rooms that do their work for its networks */
  readonly rooms: ReadonlySet<'index' | 'payments' | 'purchases' | 'swaps'>
  /** those that an operator configures by id and nodes alone */
  readonly networks: readonly ChainPreset[]
}

export interface FamilyAddresses {
  /** Whether a text can be an account of this family, and of no other that is served. */
  is(address: string): boolean
  /** An address as nodes take it: what may be left out when it is typed is added. */
  complete(address: string): string
  /** Returns the key that all spellings of one address share. */
  key(address: string): string
  /** As it is shown. */
  shown(address: string): string
}

export interface FamilyNodes {
  /**
   * The methods that the proxy passes on, by cost: in units of which `eth_chainId` is one; public providers charge in like
   * proportions. Reads, and transactions that a wallet has signed; nothing that signs with a node's own keys, looks into a node or changes it.
   */
  readonly methods: Methods
  /** those that send something that must not be sent a second time on a guess @see F22 */
  readonly sending: readonly string[]
  /** whether its nodes take one request at a time, however they are configured */
  readonly withoutBatches?: boolean
  /** how its nodes are asked, where they have paths in the place of JSON-RPC: then they take no batches either */
  readonly paths?: NodePaths
  /** left out: its nodes count as healthy */
  readonly check?: (reference: string) => NodeCheck
}

/** Names of methods with their costs. */
export type Methods = readonly (readonly [name: string, cost: number])[]

/** The check of a node of a network: whether it is what it is taken for, and how far it is. */
export interface NodeCheck {
  readonly calls: readonly RpcCall[]
  /** fails for a node that doesn't support the check, or hasn't caught up */
  readonly outcomes: v.GenericSchema<unknown, { readonly isRightChain: boolean; readonly head: number }>
  /** how many blocks nodes in step may be apart, when nothing else is configured */
  readonly mostBehind: number
}

export interface FamilyTokens {
  /** Whether a text can be a token's address in the configuration. */
  is(address: string): boolean
  /** what such an address is, after "must have" */
  readonly sentence: string
}

/** A known network: everything but its nodes. */
export interface ChainPreset {
  readonly id: string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly explorerUrl: string
  /** where its blocks come so fast that nodes in step are often some of them apart */
  readonly mostBehind?: number | undefined
  /** after how many blocks a payment counts, where blocks are undone more often than elsewhere, or come so fast that many are few seconds */
  readonly confirmations?: number | undefined
}

/** Addresses of a family that has no other spellings, or of which none is known. */
export const asWritten = (family: Family): FamilyAddresses => ({
  is: (address) => isAddress({ family, address }),
  complete: (address) => address,
  key: (address) => address,
  shown: (address) => address,
})

/** A network that the kit brings too. */
export function presetOf({ caipNetworkId, name, nativeCurrency, blockExplorers }: Network): ChainPreset {
  return { id: caipNetworkId, name, nativeCurrency, explorerUrl: blockExplorers?.default.url ?? '' }
}

/** Methods by their cost, with blanks between those of one. */
export const byCost = (names: Readonly<Record<number, string>>): Methods =>
  Object.entries(names).flatMap(([cost, of]) => (of.match(/\w+/g) ?? []).map((name) => [name, Number(cost)] as const))

/** A check by two calls: one whose answer names the network, one that says how far the node is. */
export function checkByTwo<Name>(request: {
  calls: readonly [RpcCall, RpcCall]
  name: v.GenericSchema<unknown, Name>
  isRight: (name: Name) => boolean
  head: v.GenericSchema<unknown, number>
  mostBehind: number
}): NodeCheck {
  const { calls, name, isRight, head, mostBehind } = request
  const outcomes = v.pipe(
    v.tuple([v.object({ result: name }), v.object({ result: head })]),
    v.transform(([first, second]) => ({ isRightChain: isRight(first.result), head: second.result })),
  )
  return { calls, outcomes, mostBehind }
}

/** The number of a block. */
export const Height: v.GenericSchema<unknown, number> = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
