import type { NetworkId } from '../chain/ids.js'
import { paths } from '../wire/paths.js'
import { HistoryReply, type Transaction } from '../wire/transaction.js'
import { type GatedContext, isServed } from './gate.js'
import { pathWith } from './path.js'

export interface HistoryRequest {
  /** Plain, without the network. */
  readonly address: string
  /** The network whose transactions are shown; the active one unless said. */
  readonly networkId?: NetworkId | undefined
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  /** Only what was bought through this provider. */
  readonly onramp?: 'coinbase' | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * GET /v1/account/{address}/history [S7.5 S3.14], newest first; empty while the active network isn't served [S7.2]. What
 * moved nothing but spam is left out [S5.16], and so is what happened on another network [S5.17]: a page may be shorter
 * than it was, and empty with a `next`.
 * @example
 * const { data, next } = await history(api, { address })
 * const older = next && (await history(api, { address, cursor: next }))
 */
export async function history(
  context: GatedContext,
  { address, networkId = context.network(), cursor, onramp, signal }: HistoryRequest,
): Promise<HistoryReply> {
  if (!(await isServed(context, { signal }))) return { data: [], next: null }
  const path = pathWith({ path: paths.history, value: address })
  const query = { cursor, onramp, chainId: networkId }
  const { data, next } = await context.http.get({ call: 'history', path, query, schema: HistoryReply, signal })
  return { data: data.filter((transaction) => isShown({ transaction, networkId })), next }
}

function isShown({
  transaction: { metadata, transfers },
  networkId,
}: {
  transaction: Transaction
  networkId: NetworkId | undefined
}): boolean {
  if (metadata.chain !== networkId) return false
  return transfers.length === 0 || !transfers.every(({ nft_info: nft }) => nft?.flags.is_spam === true)
}
