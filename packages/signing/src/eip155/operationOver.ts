import type { WalletNetwork } from '@foyer/core/words'
import { encodeFunctionData, hexToBigInt, parseAbi } from 'viem'
import { getBlock } from 'viem/actions'
import { entryPoint } from '../delegate.js'
import type { KeptBatch } from '../family.js'
import { nodeOf } from './chain.js'
import { addressOf } from './standing.js'

const abi = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])

interface Over {
  readonly batch: KeptBatch
  readonly network: WalletNetwork
  /** In milliseconds since 1970. */
  readonly after: number
}

/**
 * Whether nothing of an operation can be carried out any more that was handed to others and isn't known to them: its time is over on its network, and its nonce is unused.
 * Never rejects: what can't be found out may come.
 */
export async function isOperationOver({ batch: { from, nonce = 0 }, network, after }: Over): Promise<boolean> {
  const node = nodeOf(network)
  const data = encodeFunctionData({ abi, args: [addressOf(from), 0n] })
  const asked = async () => {
    const [block, used] = await Promise.all([
      getBlock(node),
      node.request({ method: 'eth_call', params: [{ to: entryPoint, data }, 'latest'] }),
    ])
    return Number(block.timestamp) * 1_000 >= after && hexToBigInt(used) <= BigInt(nonce)
  }
  return asked().catch(() => false)
}
