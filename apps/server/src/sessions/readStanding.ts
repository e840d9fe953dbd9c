import { parseNetworkId } from '@foyer/core/chain'
import { delegateAddress } from '@foyer/evm/delegate'
import { type ChainReads, type GrantStanding, grantStanding } from '@foyer/evm/grants'
import type { Chain } from '../chains/chains.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import { Bytes } from '../rpc/bytes.js'
import { resultOf } from '../rpc/resultOf.js'

interface Reading {
  readonly chain: Pick<Chain, 'id' | 'request'>
  /** in milliseconds since 1970 */
  readonly now: number
  readonly signal: AbortSignal
}

/**
 * Reads on its chain how a session stands: whether it may be used now, and if not, whether it ever may again.
 * @throws ChainUnavailableError · the signal's reason
 */
export function readStanding({
  chain,
  now,
  signal,
  context,
}: Reading & { readonly context: string }): Promise<GrantStanding> {
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
  return orUnavailable(chain.id, grantStanding({ reads, ...of }))
}
