import type { AccountId, NetworkId } from '../chain/ids.js'
import { HttpError } from '../errors/http.js'
import {
  type ApprovalsReply,
  approvalsCall,
  type BalanceReply,
  balanceCall,
  type IdentityReply,
  identityCall,
  type NftsReply,
  nftsCall,
  type PriceReply,
  pricesCall,
} from '../wire/account.js'
import {
  activateSessionCall,
  grantSessionCall,
  revokeSessionCall,
  type SessionActivation,
  type SessionGrantReply,
  type SessionGrantRequest,
  type SmartSessionsReply,
  sessionsCall,
} from '../wire/smartSession.js'
import { type HistoryReply, historyCall, type Transaction } from '../wire/transaction.js'
import { ask, isServed } from './ask.js'
import type { Api, Cancellable } from './project.js'

interface OfAccount extends Cancellable {
  /** Plain, without the network. */
  readonly address: string
}

export interface BalanceRequest extends OfAccount {
  /** One network only; all of the account's unless said. */
  readonly networkId?: NetworkId | undefined
  /** Tokens whose amounts must be fresh, as CAIP-10. */
  readonly forceUpdate?: readonly string[] | undefined
}

/**
 * GET /v1/account/{address}/balance [S7.13 S3.12]; none while the active network isn't served [S7.2]. A token that can't be divided is none
 * to show as a balance [S5.15].
 */
export async function balance(
  context: Api,
  { address, networkId, forceUpdate, signal }: BalanceRequest,
): Promise<BalanceReply> {
  if (!(await isServed(context, { signal }))) return { balances: [] }
  const query = { currency: 'usd', chainId: networkId, forceUpdate: forceUpdate?.join(',') } as const
  const { balances } = await ask(context, balanceCall, { params: { address }, query, signal })
  return { balances: balances.filter(({ quantity }) => quantity.decimals !== '0') }
}

export interface IdentityRequest extends OfAccount {
  /** The network the address is on; the active one unless said. */
  readonly networkId?: NetworkId | undefined
  /** The active account's plain address. */
  readonly sender?: string | undefined
}

/** GET /v1/identity/{address} [S7.4]; empty texts on a network that isn't served [S7.2]. */
export async function identity(
  context: Api,
  { address, networkId = context.network(), sender, signal }: IdentityRequest,
): Promise<IdentityReply> {
  if (!(await context.chains.isSupported({ networkId, signal }))) return { name: '', avatar: '' }
  return ask(context, identityCall, { params: { address }, query: { sender }, signal })
}

export interface HistoryRequest extends OfAccount {
  /** The network whose transactions are shown; the active one unless said. */
  readonly networkId?: NetworkId | undefined
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  /** Only what was bought through this provider. */
  readonly onramp?: 'coinbase' | undefined
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
  context: Api,
  { address, networkId = context.network(), cursor, onramp, signal }: HistoryRequest,
): Promise<HistoryReply> {
  if (!(await isServed(context, { signal }))) return { data: [], next: null }
  const query = { cursor, onramp, chainId: networkId }
  const { data, next } = await ask(context, historyCall, { params: { address }, query, signal })
  return { data: data.filter((transaction) => isShown({ transaction, networkId })), next }
}

export type PurchasesRequest = OfAccount

/**
 * GET /v1/account/{address}/history, only what was bought for money [S7.5], on every network, newest first; empty while the active network isn't
 * served [S7.2].
 */
export async function purchases(context: Api, { address, signal }: PurchasesRequest): Promise<readonly Transaction[]> {
  if (!(await isServed(context, { signal }))) return []
  return (await ask(context, historyCall, { params: { address }, query: { onramp: 'coinbase' }, signal })).data
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

interface HoldingsRequest extends OfAccount {
  readonly networkId: NetworkId
}

export interface NftsRequest extends HoldingsRequest {
  /** `next` of the page before. */
  readonly cursor?: string | undefined
}

/**
 * GET /v1/account/{address}/nfts: a page of what an account holds, what came in its own transactions first. `known` is false, so that an empty page says nothing, on a
 * network that isn't served and at a server that doesn't have the call.
 * @example
 * const { known, nfts: held, next } = await nfts(api, { address, networkId })
 */
export async function nfts(context: Api, { address, networkId, cursor, signal }: NftsRequest): Promise<NftsReply> {
  const nothing: NftsReply = { known: false, nfts: [], next: null }
  if (!(await context.chains.isSupported({ networkId, signal }))) return nothing
  const query = { chainId: networkId, cursor }
  return ask(context, nftsCall, { params: { address }, query, signal }).catch(insteadOfNone(nothing))
}

/**
 * GET /v1/account/{address}/approvals: what others may take of an account, as the chain has it now. `known` is false as for {@link nfts}.
 * @example
 * const { known, approvals: open } = await approvals(api, { address, networkId })
 */
export async function approvals(
  context: Api,
  { address, networkId, signal }: HoldingsRequest,
): Promise<ApprovalsReply> {
  const nothing: ApprovalsReply = { known: false, approvals: [] }
  if (!(await context.chains.isSupported({ networkId, signal }))) return nothing
  const query = { chainId: networkId }
  return ask(context, approvalsCall, { params: { address }, query, signal }).catch(insteadOfNone(nothing))
}

/** The answer of a server that doesn't have the call. */
const insteadOfNone =
  <Reply>(nothing: Reply) =>
  (error: unknown): Reply => {
    if (error instanceof HttpError && error.status === 404) return nothing
    throw error
  }

export interface PricesRequest extends Cancellable {
  /** CAIP-10; a network's own coin stands under its placeholder. */
  readonly addresses: readonly string[]
}

/** POST /v1/fungible/price [S7.8], in US dollars; none while the active network isn't served [S7.2]. */
export async function prices(context: Api, { addresses, signal }: PricesRequest): Promise<PriceReply> {
  if (!(await isServed(context, { signal }))) return { fungibles: [] }
  const { projectId } = context.http
  return ask(context, pricesCall, { body: { currency: 'usd', addresses, projectId }, signal })
}

export interface SmartSessionsRequest extends Cancellable {
  /** CAIP-10. */
  readonly account: AccountId
}

/** GET /v1/sessions/{account} [S7.21]; none while the active network isn't served [S7.2]. */
export async function smartSessions(
  context: Api,
  { account: address, signal }: SmartSessionsRequest,
): Promise<SmartSessionsReply> {
  if (!(await isServed(context, { signal }))) return []
  return ask(context, sessionsCall, { params: { address }, signal })
}

/** POST /v1/sessions/{account}, once: keeps what a page is about to ask a wallet for. */
export function grantSmartSession(
  context: Api,
  { account: address, asked: body, signal }: SmartSessionsRequest & { readonly asked: SessionGrantRequest },
): Promise<SessionGrantReply> {
  return ask(context, grantSessionCall, { params: { address }, body, signal })
}

/** POST /v1/sessions/{account}/activate, once: says what the wallet granted, which the server reads on chain before it lists it. */
export async function activateSmartSession(
  context: Api,
  { account: address, pci, context: granted, signal }: SmartSessionsRequest & SessionActivation,
): Promise<void> {
  await ask(context, activateSessionCall, { params: { address }, body: { pci, context: granted }, signal })
}

export interface RevokeSmartSessionRequest extends SmartSessionsRequest {
  /** The session's id. */
  readonly pci: string
  /** The account's, over `sessionRevocation` of `@foyer/core/wire` [S3.22]. */
  readonly signature: string
}

/**
 * POST /v1/sessions/{address}/revoke [S7.22 S3.22], once [F22].
 * @returns whether it is revoked; false while the active network isn't served [S7.2]
 */
export async function revokeSmartSession(
  context: Api,
  { account: address, pci, signature, signal }: RevokeSmartSessionRequest,
): Promise<boolean> {
  if (!(await isServed(context, { signal }))) return false
  return (await ask(context, revokeSessionCall, { params: { address }, body: { pci, signature }, signal })).success
}
