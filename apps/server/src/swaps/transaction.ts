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
 * What the network says that a swap takes with what it may not have seen, and a third more: prices move until it is mined, and
 * a contract keeps a 64th of what it has from those it calls (EIP-150).
 * @throws {@link WouldFailError} where it would revert · UpstreamError
 */
export async function readGas(request: {
  chain: Chain
  account: Address
  call: SwapCall
  /** as the quote gave it */
  unseenGas: bigint
  signal: AbortSignal
}): Promise<bigint> {
  const { chain, account, call, unseenGas, signal } = request
  const transaction = { from: account, to: call.to, data: call.data, value: numberToHex(call.value) }
  const [outcome] = await chain.request({ calls: [{ method: 'eth_estimateGas', params: [transaction] }], signal })
  refuseNodesFault({ chain, outcome })
  const estimate = readQuantity(outcome)
  if (estimate === null) throw new WouldFailError()
  return ((estimate + unseenGas) * 4n) / 3n
}
