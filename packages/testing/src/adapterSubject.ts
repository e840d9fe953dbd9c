import type { Adapter, AdapterHost, Asset, FamilyActions, FamilyWallet, Network } from '@foyer/core'
import type { ConformanceRunner } from './connectorConformance.js'

/** An adapter, with a connected wallet of its family on a real chain. */
export interface AdapterSubject {
  readonly adapter: Adapter
  readonly host?: AdapterHost | undefined
  readonly network: Network
  /** As core passes it to actions: its account holds at least a hundred thousand of the coin's smallest unit beside the fees. */
  readonly wallet: FamilyWallet
  readonly addresses: {
    /** Receives; holds nothing that the test doesn't send. */
    readonly other: string
    /** The wallet's own, written in another way where the family has one. */
    readonly ownAgain: string
    readonly invalid: string
  }
  /** The smallest amount of the coin that can be sent, where a family has one; 1 unless said. */
  readonly leastAmount?: bigint | undefined
  /** The amount of its coins that the account keeps in order to be there; nothing unless said. */
  readonly kept?: bigint | undefined
  /** Of a token the account holds at least 1. */
  readonly token?: string | undefined
  /** An NFT of the account. */
  readonly nft?: Extract<Asset, { readonly type: 'nft' }> | undefined
  /** The family's own kinds; a kind that is left out isn't tested, and the adapter must say that it is absent. */
  readonly typedData?: unknown
  readonly call?: unknown
  readonly transaction?: unknown
  /** Did the account sign the message? By an implementation that isn't the adapter's. */
  readonly isSigned: (signed: { readonly message: string; readonly signature: string }) => Promise<boolean>
  readonly prompts: {
    readonly count: number
    rejectNext(): void
  }
}

export type AdapterRunner = Omit<ConformanceRunner, 'make'> & {
  readonly make: () => Promise<AdapterSubject> | AdapterSubject
}

/** A subject, with its actions and its account. */
export type Made = AdapterSubject & { readonly actions: FamilyActions; readonly own: string }

export interface Suite extends Pick<AdapterRunner, 'test' | 'expect'> {
  readonly made: () => Promise<Made>
}
