import type { GasPriceReply } from '@foyer/core/wire'
import * as v from 'valibot'
import type { Chain, RpcOutcome } from '../chains/chains.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import { Quantity, readQuantity } from '../rpc/readQuantity.js'

/** Wei for a unit of gas, in ascending order. */
export interface GasPrices {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

const blocks = 10

/** Which of the tips of a block: what the cheapest quarter pays, the middle, all but a tenth. */
const percentiles = [25, 50, 90] as const

/**
 * Reads what gas costs: what the next block wants, with room for it to rise, and the tips of the last blocks; never less than
 * what the node itself advises. Networks without such a market have the node's advice, with room.
 * @throws UpstreamError · {@link ChainUnavailableError} when the node knows no price at all
 * @see S7.10; EIP-1559
 */
export async function readGasPrices({ chain, signal }: { chain: Chain; signal: AbortSignal }): Promise<GasPrices> {
  const [advice, history] = await chain.request({
    calls: [
      { method: 'eth_gasPrice' },
      { method: 'eth_feeHistory', params: [`0x${blocks.toString(16)}`, 'latest', percentiles] },
    ],
    signal,
  })
  const market = readMarket(history)
  const advised = readQuantity(advice) ?? market?.base ?? null
  if (advised === null) {
    throw new ChainUnavailableError({ chainId: chain.id, cause: new Error('The node gave no gas price.') })
  }
  const { base, tips } = market ?? { base: advised, tips: [0n, 0n, 0n] }
  const [low = 0n, middle = 0n, high = 0n] = tips
  const standard = larger(advised, base + low)
  // The base fee rises by an eighth from one block to the next at most: room for one, and for two.
  const fast = larger(standard, (base * 9n) / 8n + middle)
  return { standard, fast, instant: larger(fast, (base * 81n) / 64n + high) }
}

/** As the wire writes them. */
export function toReply({ standard, fast, instant }: GasPrices): GasPriceReply {
  return { standard: String(standard), fast: String(fast), instant: String(instant) }
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other)

const FeeHistory = v.object({
  baseFeePerGas: v.pipe(v.array(Quantity), v.minLength(1)),
  reward: v.nullish(v.array(v.nullish(v.array(Quantity)))),
})

/** The next block's base fee and the median of each tip; null where a node has no such market. */
function readMarket(outcome: RpcOutcome | undefined): { base: bigint; tips: readonly bigint[] } | null {
  if (outcome === undefined || 'error' in outcome) return null
  const parsed = v.safeParse(FeeHistory, outcome.result)
  if (!parsed.success) return null
  const { baseFeePerGas, reward } = parsed.output
  const base = baseFeePerGas.at(-1) ?? 0n
  const tips = percentiles.map((_, index) => median((reward ?? []).flatMap((ofBlock) => ofBlock?.[index] ?? [])))
  return { base, tips }
}

function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}
