import type { Hex } from '@foyer/core/hex'
import type { SmartSession } from '@foyer/core/wire'
import { delegateAddress } from '@foyer/evm/delegate'
import { type ChainReads, isGrantOf, isStanding, readContext, type SignedDelegation } from '@foyer/evm/grants'
import { ChainUnavailableError } from '@foyer/service/errors/refusals'
import * as v from 'valibot'
import { isAddressEqual, isHex } from 'viem'
import type { Chain } from '../chains/chains.js'
import { resultOf } from '../rpc/resultOf.js'
import { UpstreamError } from '../rpc/UpstreamError.js'

interface Reading {
  readonly chain: Pick<Chain, 'id' | 'request'>
  /** in milliseconds since 1970 */
  readonly now: number
  readonly signal: AbortSignal
}

/**
 * Reads what a wallet says that it granted: a delegation of the account, bounded just as the session was asked for.
 * @returns undefined for anything else
 */
export function readGrant({
  context,
  address,
  session,
}: {
  readonly context: string
  readonly address: Hex
  readonly session: Pick<SmartSession, 'permissions' | 'expiry'>
}): SignedDelegation | undefined {
  const delegation = readContext(context)
  if (!delegation || !isAddressEqual(delegation.delegator, address)) return undefined
  return isGrantOf({ ...session, permissions: [...session.permissions] }, delegation) ? delegation : undefined
}

const Bytes = v.custom<Hex>((text) => isHex(text))

/**
 * Whether a session may be used, as its chain says: the account has the delegate's code, which takes its signature, and hasn't ended it.
 * @throws ChainUnavailableError · the signal's reason
 */
export async function isInForce({
  chain,
  now,
  signal,
  delegation,
}: Reading & { readonly delegation: SignedDelegation }): Promise<boolean> {
  const ask = async (method: string, params: readonly unknown[]) => {
    const [outcome] = await chain.request({ calls: [{ method, params: [...params, 'latest'] }], signal })
    return resultOf({ outcome, schema: Bytes, host: chain.id })
  }
  const reads: ChainReads = {
    call: ({ to, data }) => ask('eth_call', [{ to, data }]),
    codeAt: (address) => ask('eth_getCode', [address]),
  }
  const chainId = Number(chain.id.slice('eip155:'.length))
  const of = { delegation, delegate: delegateAddress, chainId, now: BigInt(Math.floor(now / 1000)) } as const
  try {
    return await isStanding({ reads, ...of })
  } catch (cause) {
    if (cause instanceof UpstreamError) throw new ChainUnavailableError({ chainId: chain.id, cause })
    throw cause
  }
}
