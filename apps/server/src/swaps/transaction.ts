import * as v from 'valibot'
import { type Address, numberToHex } from 'viem'
import type { Chain } from '../chains/chains.js'
import { readQuantity } from '../chains/readQuantity.js'
import { refuseNodesFault } from '../contracts/refuseNodesFault.js'
import { ChainUnavailableError } from '../errors/refusals.js'
import { WouldFailError } from './refusals.js'
import type { SwapCall } from './venue.js'

/** How long a swap may wait to be signed and mined, in seconds. */
const patienceSeconds = 20n * 60n

const Block = v.object({ timestamp: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,16}$/i)) })

/**
 * The last block time at which a swap may happen. A block's time is what contracts go by, but a network that stood still
 * makes its next block now, so it is the later of the two.
 * @throws {@link ChainUnavailableError} · UpstreamError
 */
export async function readDeadline(request: { chain: Chain; now: () => number; signal: AbortSignal }): Promise<bigint> {
  const { chain, now, signal } = request
  const [outcome] = await chain.request({
    calls: [{ method: 'eth_getBlockByNumber', params: ['latest', false] }],
    signal,
  })
  const parsed = v.safeParse(Block, outcome !== undefined && 'result' in outcome ? outcome.result : null)
  if (!parsed.success) {
    throw new ChainUnavailableError({ chainId: chain.id, cause: new Error('The node gave no block.') })
  }
  const ofBlock = BigInt(parsed.output.timestamp)
  const ofServer = BigInt(Math.floor(now() / 1000))
  return (ofBlock > ofServer ? ofBlock : ofServer) + patienceSeconds
}

/**
 * What the network says that a swap takes, and a third more: a pool that is touched for the first time in a block writes more
 * than it did when it was asked.
 * @throws {@link WouldFailError} where it would revert · UpstreamError
 */
export async function readGas(request: {
  chain: Chain
  account: Address
  call: SwapCall
  signal: AbortSignal
}): Promise<bigint> {
  const { chain, account, call, signal } = request
  const transaction = { from: account, to: call.to, data: call.data, value: numberToHex(call.value) }
  const [outcome] = await chain.request({ calls: [{ method: 'eth_estimateGas', params: [transaction] }], signal })
  refuseNodesFault({ chain, outcome })
  const estimate = readQuantity(outcome)
  if (estimate === null) throw new WouldFailError()
  return (estimate * 4n) / 3n
}
