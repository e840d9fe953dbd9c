import * as v from 'valibot'
import { listOf, mapOf, word } from '../session/bounded.js'

/** What an application asks for in a family (`eip155`) or on one chain (`eip155:1`, then without `chains`). */
export interface ProposalNamespace {
  /** CAIP-2. */
  readonly chains?: readonly string[] | undefined
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** What a wallet grants of it. */
export interface SessionNamespace extends ProposalNamespace {
  /** CAIP-10. */
  readonly accounts: readonly string[]
}

/** By the namespace of CAIP-2, or by one chain. */
export type ProposalNamespaces = Readonly<Record<string, ProposalNamespace>>
export type SessionNamespaces = Readonly<Record<string, SessionNamespace>>

const shared = { chains: v.optional(listOf(word)), methods: listOf(word), events: listOf(word) }

export const ProposalNamespaces: v.GenericSchema<unknown, ProposalNamespaces> = mapOf(v.object(shared))

export const SessionNamespaces: v.GenericSchema<unknown, SessionNamespaces> = mapOf(
  v.object({ ...shared, accounts: listOf(word) }),
)
