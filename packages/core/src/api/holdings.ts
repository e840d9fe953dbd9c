import type { NetworkId } from '../chain/ids.js'
import { HttpError } from '../errors/http.js'
import { ApprovalsReply } from '../wire/approvals.js'
import { NftsReply } from '../wire/nfts.js'
import { paths } from '../wire/paths.js'
import { pathWith } from './http.js'
import type { GatedContext } from './supportedChains.js'

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
