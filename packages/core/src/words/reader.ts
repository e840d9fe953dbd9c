import type { Family } from '../chain/ids.js'
import type { SimulatedCall, Simulation, SimulationReply } from '../wire/simulation.js'
import type { PricedAmount, ShownRequest, Worth } from './shown.js'

/** A request to a wallet, as its family's standard has it. */
export interface WalletRequest {
  readonly method: string
  readonly params: unknown
  /** The URL of the family's ledger, where that is no node by JSON-RPC. */
  readonly ledgerUrl?: string | undefined
}

/** A token that is known by name. */
export interface WalletToken {
  readonly symbol: string
  readonly decimals: number
  readonly address: string
  /** In full; looked up where it is left out. */
  readonly name?: string | undefined
}

/** A network as what describes and signs requests needs it. */
export interface WalletNetwork {
  /** CAIP-2. */
  readonly chainId: string
  readonly name: string
  readonly currency: { readonly symbol: string; readonly decimals: number }
  /** Its node: by JSON-RPC, or of Bitcoin by Esplora's paths. */
  readonly rpcUrl: string
  /** The tokens that are known by name; what another token calls itself is its own word. */
  readonly tokens: readonly WalletToken[]
  /** Contracts that are known by name, such as exchanges: what they promise to give for what they take counts. */
  readonly contracts?: readonly { readonly address: string; readonly name: string }[] | undefined
  /** Of EVM: the code that an account is switched to here, where it was found and the network takes transactions of type 4 (EIP-7702). */
  readonly delegate?: string | undefined
  /** The reads of its node for one description. */
  readonly reads?: NodeReads | undefined
}

/** The reads of a node for one description: each question once, however often it is described. */
export interface NodeReads {
  /** By question. */
  readonly answers: Map<string, Promise<unknown>>
  /** The questions that aren't answered: still asked, or given up. */
  readonly unread: Map<string, 'asked' | 'lost'>
  /** Called where one of these has its answer, or is given up: described again, the request says it. */
  readonly onLate?: (() => void) | undefined
}

/** The work to simulate: calls in their order, or of Solana a whole transaction in base64. */
export type Simulated =
  | { readonly calls: readonly SimulatedCall[]; readonly isAtomic: boolean }
  | { readonly transaction: string }

/** The sources on a request beside the node, where they can be asked. None of them ever rejects: what can't be had in time is left out. */
export interface Outside {
  /** Has it carried out without sending it: what can't be had is unknown. Left out, it is described by its data and the chain alone. */
  simulate?(request: Simulated): Promise<SimulationReply>
  /** Has a simulation asked for again, for a request that is prepared anew. */
  forget?(): void
  /** Whether something that may speak against it is still being asked. */
  isOpen?(): boolean
  /** Whom the account has paid before. */
  readonly paid?: readonly string[] | undefined
  /** A recipient's name, where it stands for the address and the address for it. */
  nameOf?(address: string): Promise<string | undefined>
  /** Which of these the operator warns of. */
  listed?(asked: Listed): Promise<Listed>
  /** Descriptors of a contract (ERC-7730), each as its JSON. */
  readonly descriptorsOf?: ((contract: string) => Promise<readonly unknown[]>) | undefined
  /** Returns the worth of amounts, in their order; undefined for what nothing prices. */
  worthOf?(amounts: readonly PricedAmount[]): Promise<readonly (Worth | undefined)[]>
}

/** Addresses, and hosts of sites. */
export interface Listed {
  readonly addresses: readonly string[]
  readonly sites: readonly string[]
}

/** A request that some wallet is about to be asked for, with what is known around it. */
export interface DescribedRequest extends WalletRequest {
  readonly network: WalletNetwork
  /** Another network, by its CAIP-2 id. */
  readonly networkOf?: ((chainId: string) => WalletNetwork | undefined) | undefined
  /** The address of the account that is asked, where the request itself doesn't say it: nothing of the request is believed in its place. */
  readonly account?: string | undefined
  /** The wallet's other accounts of the family, where an account has several addresses. */
  readonly others?: readonly { readonly address: string; readonly type?: string | undefined }[] | undefined
  /** The application's URL. */
  readonly peerUrl: string
  readonly outside?: Outside | undefined
  /** Seconds since 1970. */
  readonly now: bigint
}

/** The reader of requests to a family's wallets, for a kit that shows them first. */
export interface RequestReader {
  /** Returns the work that a request would have carried out; undefined where it is signed alone, or can't be read. */
  carriedOut(request: WalletRequest): Simulated | undefined
  /** @returns undefined for what asks for nothing to be signed, and for data that can't be read: then nothing is known of it. Never rejects because of a node */
  describe(request: DescribedRequest): Promise<ShownRequest | undefined>
  /** Whether it would do something worse now than it was shown to do. */
  isWorse(of: { readonly was: Simulation; readonly is: Simulation }): boolean
}

/** The describer of a family's requests: `words: [evmWords()]`. */
export interface FamilyWords {
  readonly family: Family
  /** Fetches what reads them, with the first request that is shown. */
  load(): Promise<RequestReader>
}
