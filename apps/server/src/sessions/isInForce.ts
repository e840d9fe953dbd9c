import { parseNetworkId } from '@foyer/core/chain'
import { delegateAddress } from '@foyer/evm/delegate'
import { type ChainReads, isGrantStanding } from '@foyer/evm/grants'
import { ChainUnavailableError } from '@foyer/service/errors/refusals'
import type { Chain } from '../chains/chains.js'
import { Bytes } from '../rpc/bytes.js'
import { resultOf } from '../rpc/resultOf.js'
import { UpstreamError } from '../rpc/UpstreamError.js'

interface Reading {
  readonly chain: Pick<Chain, 'id' | 'request'>
  /** in milliseconds since 1970 */
  readonly now: number
  readonly signal: AbortSignal
}

/**
 * Whether a session may be used, as its chain says: the account has the delegate's code, which takes its signature, and hasn't ended it.
 * @throws ChainUnavailableError · the signal's reason
 */
export async function isInForce({
  chain,
  now,
  signal,
  context,
}: Reading & { readonly context: string }): Promise<boolean> {
  const ask = async (method: string, params: readonly unknown[]) => {
    const [outcome] = await chain.request({ calls: [{ method, params: [...params, 'latest'] }], signal })
    return resultOf({ outcome, schema: Bytes, host: chain.id })
  }
  const reads: ChainReads = {
    call: ({ to, data }) => ask('eth_call', [{ to, data }]),
    codeAt: (address) => ask('eth_getCode', [address]),
  }
  const chainId = Number(parseNetworkId(chain.id).reference)
  const of = { context, delegate: delegateAddress, chainId, now: BigInt(Math.floor(now / 1000)) } as const
  try {
    return await isGrantStanding({ reads, ...of })
  } catch (cause) {
    if (cause instanceof UpstreamError) throw new ChainUnavailableError({ chainId: chain.id, cause })
    throw cause
  }
}
