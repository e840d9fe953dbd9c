import type { Family } from '../chain/ids.js'
import type { NodeReads, PricedAmount, ShownRequest, Worth } from '../messages/requestWords.js'
import type { SimulatedCall, Simulation, SimulationReply } from '../wire/simulation.js'
import type { Account } from './live.js'

/** What a wallet is asked, as its family's standard has it. */
export interface WalletRequest {
  readonly method: string
  readonly params: unknown
  /** Where the family's ledger is read, where that is no node by JSON-RPC. */
  readonly ledgerUrl?: string | undefined
}

/** A network as what describes a request needs it. */
export interface WordsNetwork {
  /** CAIP-2. */
  readonly chainId: string
  readonly name: string
  readonly currency: { readonly symbol: string; readonly decimals: number }
  /** A node's address, by JSON-RPC; of Bitcoin an Esplora's. */
  readonly rpcUrl: string
  /** The tokens that are known by name; what another token calls itself is its own word. */
  readonly tokens: readonly {
    readonly symbol: string
    readonly decimals: number
    readonly address: string
    /** In full; looked up where it is left out. */
    readonly name?: string | undefined
  }[]
  /** The contracts that are known by name: what they give for what they take counts. */
  readonly contracts?: readonly { readonly address: string; readonly name: string }[] | undefined
  readonly reads?: NodeReads | undefined
}

/** What is carried out: calls in their order, or a whole transaction in base64. */
export type SimulatedWork =
  | { readonly calls: readonly SimulatedCall[]; readonly isAtomic: boolean }
  | { readonly transaction: string }

/** What others than the node know of a request. */
export interface WordsOutside {
  /** Has it carried out without sending it. Never rejects: what can't be had is unknown. Left out, it is described by its data and the chain alone. */
  simulate?(): Promise<SimulationReply>
  /** Whether something that may speak against it is still being asked. */
  isOpen?(): boolean
  /** Whom the account has paid before. */
  readonly paid?: readonly string[] | undefined
  /** A recipient's name, where it stands for the address and the address for it. Never rejects. */
  nameOf?(address: string): Promise<string | undefined>
  /** Which of these the operator warns of. Never rejects: what can't be had is on no list. */
  listed?(asked: NamedOnList): Promise<NamedOnList>
  /** Descriptors of a contract (ERC-7730), each as its JSON. Never rejects: what can't be had is none. */
  descriptorsOf?(contract: string): Promise<readonly unknown[]>
  /** What amounts are worth, in their order; undefined for what nothing prices. Never rejects. */
  worthOf?(amounts: readonly PricedAmount[]): Promise<readonly (Worth | undefined)[]>
}

/** Addresses, and hosts of sites. */
export interface NamedOnList {
  readonly addresses: readonly string[]
  readonly sites: readonly string[]
}

export interface WordsRequest extends WalletRequest {
  readonly network: WordsNetwork
  /** Another network, by its CAIP-2 id. */
  readonly networkOf?: ((chainId: string) => WordsNetwork | undefined) | undefined
  /** The wallet's other accounts of the family, where an account has several addresses. */
  readonly others?: readonly Pick<Account, 'address' | 'type'>[] | undefined
  /** Where the page is. */
  readonly peerUrl: string
  readonly outside?: WordsOutside | undefined
  /** Seconds since 1970. */
  readonly now: bigint
}

/** What reads a family's requests. */
export interface WordsCode {
  /** What a request would have carried out; undefined where it is signed alone, or can't be read. */
  carriedOut(request: WalletRequest): SimulatedWork | undefined
  /** @returns undefined where nothing is known of it. Never rejects because of a node: what that doesn't say isn't known */
  describe(request: WordsRequest): Promise<ShownRequest | undefined>
  /** Whether it would do something worse now than it was shown to do. */
  isWorse(of: { readonly was: Simulation; readonly is: Simulation }): boolean
}

/** What says a family's requests in words: `words: [evmWords()]`. */
export interface FamilyWords {
  readonly family: Family
  /** Fetches what reads them, with the first request that is shown. */
  load(): Promise<WordsCode>
}
