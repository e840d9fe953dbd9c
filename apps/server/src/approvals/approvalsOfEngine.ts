import type { Chain } from '../chains/chains.js'
import type { HistoryEngine } from '../history/engines/engine.js'
import { zeroAddress } from '../indexer/chainEvent.js'
import { decodeLog } from '../indexer/decodeLog.js'
import { readTransactions } from '../indexer/readChain.js'
import type { ApprovalInIndex } from './approvalsInIndex.js'

export interface ApprovalsOfEngine {
  chain: Pick<Chain, 'request'>
  engine: Pick<HistoryEngine, 'approvals'>
  /** in lower case */
  account: string
  most: number
  signal: AbortSignal
}

/**
 * The last word about each spender of a token, each NFT and each operator, as an engine has the account's events; those that the account
 * gave itself first, which the network's node says.
 * @returns and whether that is all
 * @throws ProviderError · UpstreamError · InconsistentNodeError
 */
export async function approvalsOfEngine({ chain, engine, account, most, signal }: ApprovalsOfEngine): Promise<{
  readonly approvals: readonly ApprovalInIndex[]
  readonly isWhole: boolean
}> {
  if (engine.approvals === undefined) return { approvals: [], isWhole: false }
  const { logs, isWhole } = await engine.approvals({ account, signal })
  const last = new Map<string, { readonly approval: Omit<ApprovalInIndex, 'isOwn'>; readonly hash: string }>()
  for (const log of logs) {
    for (const { kind, contract, tokenId, from, to: spender, amount } of decodeLog(log)) {
      if (from !== account || contract === null || (kind !== 'approval' && kind !== 'approvalForAll')) continue
      // An NFT has one spender at a time; a token, and a collection, may have several.
      const key = [kind, contract, tokenId ?? spender].join(' ')
      last.delete(key) // so that the newest stay last
      if (amount === 0n || spender === zeroAddress) continue
      const what = kind === 'approvalForAll' ? 'collection' : tokenId === null ? 'token' : 'nft'
      const approval = { kind: what, contract, tokenId: tokenId ?? 0n, spender } as const
      last.set(key, { approval, hash: log.transactionHash })
    }
  }
  const newest = [...last.values()].reverse().slice(0, most)
  const hashes = [...new Set(newest.map(({ hash }) => hash))]
  const sent = new Set(
    (await readTransactions({ chain, hashes, signal })).filter(({ from }) => from === account).map(({ hash }) => hash),
  )
  const approvals = newest.map(({ approval, hash }) => ({ ...approval, isOwn: sent.has(hash) }))
  approvals.sort((one, other) => Number(other.isOwn) - Number(one.isOwn))
  return { approvals, isWhole: isWhole && last.size <= most }
}
