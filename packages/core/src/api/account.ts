import type { NetworkId } from '../chain/ids.js'
import { HttpError } from '../errors/http.js'
import { ApprovalsReply, BalanceReply, IdentityReply, NftsReply } from '../wire/account.js'
import { kitPaths, paths } from '../wire/paths.js'
import { HistoryReply, type Transaction } from '../wire/transaction.js'
import { pathWith } from './http.js'
import { isServed } from './isServed.js'
import type { GatedContext } from './project.js'

export interface BalanceRequest {
  /** Plain, without the network. */
  readonly address: string
  /** One network only; all of the account's unless said. */
  readonly networkId?: NetworkId | undefined
  /** Tokens whose amounts must be fresh, as CAIP-10. */
  readonly forceUpdate?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * GET /v1/account/{address}/balance [S7.13 S3.12]; none while the active network isn't served [S7.2]. A token that can't be divided is none
 * to show as a balance [S5.15].
 */
export async function balance(
  { http, chains, network }: GatedContext,
  { address, networkId, forceUpdate, signal }: BalanceRequest,
): Promise<BalanceReply> {
  if (!(await chains.isSupported({ networkId: network(), signal }))) return { balances: [] }
  const path = pathWith({ path: kitPaths.balance, value: address })
  const query = { currency: 'usd', chainId: networkId, forceUpdate: forceUpdate?.join(',') }
  const { balances } = await http.get({ call: 'balance', path, query, schema: BalanceReply, signal })
  return { balances: balances.filter(({ quantity }) => quantity.decimals !== '0') }
}

export interface IdentityRequest {
  /** Plain, without the network. */
  readonly address: string
  /** The network the address is on; the active one unless said. */
  readonly networkId?: NetworkId | undefined
  /** The active account's plain address. */
  readonly sender?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** GET /v1/identity/{address} [S7.4]; empty texts on a network that isn't served [S7.2]. */
export async function identity(
  { http, chains, network }: GatedContext,
  { address, networkId = network(), sender, signal }: IdentityRequest,
): Promise<IdentityReply> {
  if (!(await chains.isSupported({ networkId, signal }))) return { name: '', avatar: '' }
  const path = pathWith({ path: kitPaths.identity, value: address })
  return http.get({ call: 'identity', path, query: { sender }, schema: IdentityReply, signal })
}

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

export interface PurchasesRequest {
  /** Plain, without the network. */
  readonly address: string
  readonly signal?: AbortSignal | undefined
}

/**
 * GET /v1/account/{address}/history, only what was bought for money [S7.5], on every network, newest first; empty while the active network isn't
 * served [S7.2].
 */
export async function purchases(
  context: GatedContext,
  { address, signal }: PurchasesRequest,
): Promise<readonly Transaction[]> {
  if (!(await isServed(context, { signal }))) return []
  const path = pathWith({ path: paths.history, value: address })
  const query = { onramp: 'coinbase' }
  return (await context.http.get({ call: 'history', path, query, schema: HistoryReply, signal })).data
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

interface HoldingsRequest {
  /** Plain, without the network. */
  readonly address: string
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}

export interface NftsRequest extends HoldingsRequest {
  /** `next` of the page before. */
  readonly cursor?: string | undefined
}

/**
 * GET /v1/account/{address}/nfts: a page of what an account holds, received last first. `known` is false, so that an empty page says nothing, on a
 * network that isn't served and at a server that doesn't have the call.
 * @example
 * const { known, nfts: held, next } = await nfts(api, { address, networkId })
 */
export async function nfts(
  { http, chains }: GatedContext,
  { address, networkId, cursor, signal }: NftsRequest,
): Promise<NftsReply> {
  const nothing: NftsReply = { known: false, nfts: [], next: null }
  if (!(await chains.isSupported({ networkId, signal }))) return nothing
  const path = pathWith({ path: paths.nfts, value: address })
  const query = { chainId: networkId, cursor }
  return http.get({ call: 'nfts', path, query, schema: NftsReply, signal }).catch(insteadOfNone(nothing))
}

/**
 * GET /v1/account/{address}/approvals: what others may take of an account, as the chain has it now. `known` is false as for {@link nfts}.
 * @example
 * const { known, approvals: open } = await approvals(api, { address, networkId })
 */
export async function approvals(
  { http, chains }: GatedContext,
  { address, networkId, signal }: HoldingsRequest,
): Promise<ApprovalsReply> {
  const nothing: ApprovalsReply = { known: false, approvals: [] }
  if (!(await chains.isSupported({ networkId, signal }))) return nothing
  const path = pathWith({ path: paths.approvals, value: address })
  const query = { chainId: networkId }
  return http.get({ call: 'approvals', path, query, schema: ApprovalsReply, signal }).catch(insteadOfNone(nothing))
}

/** The answer of a server that doesn't have the call. */
const insteadOfNone =
  <Reply>(nothing: Reply) =>
  (error: unknown): Reply => {
    if (error instanceof HttpError && error.status === 404) return nothing
    throw error
  }
