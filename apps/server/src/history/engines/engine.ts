import type { ChainLog } from '../../indexer/block.js'
import type { HistoryEntry } from '../entry.js'

/** A page of an account's history on one network. */
export interface EnginePage {
  /** newest first; a page may have fewer than the next one */
  readonly entries: readonly HistoryEntry[]
  /** where the next page begins, in the engine's own words; null at the end */
  readonly next: string | null
}

/** What names what an account approved: the events of it, oldest first. */
export interface ApprovalLogs {
  readonly logs: readonly Pick<ChainLog, 'address' | 'topics' | 'data' | 'transactionHash'>[]
  /** whether these are all that there ever were */
  readonly isWhole: boolean
}

/**
 * What knows the history of all accounts of one public network. This server has nothing of it but what an engine says; what can be
 * taken of an account, and what it holds, is asked of the network itself afterwards.
 */
export interface HistoryEngine {
  /** what a `next` looks like */
  readonly mark: RegExp
  /** @throws ProviderError · UpstreamError · the signal's reason */
  page(request: EngineRequest & { mark: string | null }): Promise<EnginePage>
  /** The tokens that an account received lately, the latest first; an engine that doesn't say has none. @throws as `page` */
  tokens?(request: EngineRequest): Promise<readonly string[]>
  /** Who was approved to take what is the account's; an engine that doesn't know has none. @throws as `page` */
  approvals?(request: EngineRequest): Promise<ApprovalLogs>
}

export interface EngineRequest {
  /** of eip155 in lower case */
  account: string
  signal: AbortSignal
}

/** How many entries make a page. */
export const pageSize = 50
