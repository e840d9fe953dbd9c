import type { Transaction } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import type { Chain } from '../../chains/chains.js'
import type { ChainLog } from '../../indexer/block.js'
import type { CreateProvider } from '../../provider/createProviders.js'
import type { OnUnread, Provider } from '../../provider/provider.js'
import type { SharedAnswers } from '../../provider/sharedAnswers.js'
import type { HistoryEntry } from '../entry.js'

/** A page of an account's history on one network. */
export interface EnginePage {
  /** newest first; a page may have fewer than the next one */
  readonly entries: readonly HistoryEntry[]
  /** where the next page begins, in the engine's own words; null at the end */
  readonly next: string | null
}

/** The events of an account's approvals, oldest first. */
export interface ApprovalLogs {
  readonly logs: readonly Pick<ChainLog, 'address' | 'topics' | 'data' | 'transactionHash'>[]
  /** whether these are all that there ever were */
  readonly isWhole: boolean
}

/**
 * An engine that knows the history of all accounts of one public network. The server has only what it says; what can be
 * taken of an account, and what it holds, is asked of the network itself afterwards.
 */
export interface HistoryEngine {
  /** what a `next` looks like */
  readonly mark: RegExp
  /** @throws ProviderError · UpstreamError · the signal's reason */
  page(request: EngineRequest & { mark: string | null }): Promise<EnginePage>
  /** The tokens that an account received lately, the latest first; an engine that doesn't say has none. @throws as `page` */
  tokens?(request: EngineRequest): Promise<readonly string[]>
  /** Lists the approvals on what is the account's; an engine that doesn't know has none. @throws as `page` */
  approvals?(request: EngineRequest): Promise<ApprovalLogs>
}

export interface EngineRequest {
  /** of eip155 in lower case */
  account: string
  /** whose question it is, as `clientKey` gives it */
  client: string
  signal: AbortSignal
}

/** The number of entries in a page. */
export const pageSize = 50

/** The purchases of accounts with a card or from a bank: part of their history from the moment they were ordered. */
export interface Purchases {
  /**
   * @param request.address - as the client wrote it, of whatever family
   * @param request.chainId - CAIP-2; without it, those of every network
   * @param request.provider - what a client that wants purchases alone names: `coinbase`, whichever on-ramp it bought from.
   * Without it, only stored purchases are listed, so that no history waits for a provider
   * @returns newest first, 50 at most, with a status that begins with `ONRAMP_TRANSACTION_STATUS_`
   * @see S7.5
   */
  of(request: {
    address: string
    chainId?: string | undefined
    provider?: string | undefined
    signal: AbortSignal
  }): Promise<readonly Transaction[]>
}

/** The sources of a network's engine. */
export interface EngineSources {
  chain: Chain
  etherscan: EtherscanKey | undefined
  provider: CreateProvider
  /** makes what asks a public service by its address */
  at: (url: string) => Provider
  answers: SharedAnswers
  onUnread?: OnUnread | undefined
  clock: Pick<Clock, 'now'>
}

/** Makes the engine of a network's family; null for a network whose history comes from nowhere. */
export type EngineOf = (sources: EngineSources) => HistoryEngine | null

/** A key of Etherscan's, and where it is asked. */
export interface EtherscanKey {
  readonly key: string
  /** its own address if left out */
  readonly url?: string | undefined
}
