import { isEmptyHex, type LowerHex, noBytes } from '@foyer/core/chain'
import type { SimulationReply } from '@foyer/core/wire'
import type { AskedTransaction } from './requestParams.js'

type AskedFee = Pick<AskedTransaction, 'gas' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'data'>

/** A fee so many times the usual is far higher, where it is worth a word at all: a five-hundredth of a coin. */
const timesUsual = 5n
/** Gas that is named alone is mostly given back: pages are generous with it. */
const timesUsualGas = 20n
const wordWorth = 500n
/** Where the usual isn't known: a fiftieth of a coin. */
const wordWorthAlone = 50n
/** No call that pages ask for in the ordinary way takes more; one that isn't known takes about this. */
const mostGas = 1_000_000n
const someGas = 200_000n
const sendingGas = 21_000n

/** Whether the page names something of the fee. */
export const namesFee = ({ gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: AskedFee): boolean =>
  [gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas].some((each) => each !== undefined)

/** The units that a simulation took. */
export const gasOf = (simulation: SimulationReply | undefined): bigint | undefined =>
  simulation?.status === 'known' && simulation.gas !== undefined ? BigInt(simulation.gas) : undefined

/**
 * Computes the most that a transaction takes as the page asks for it, in wei, and whether that is far more than is
 * usual now.
 */
export function judgeFee({
  asked,
  gas,
  gasPrice,
  decimals,
}: {
  readonly asked: AskedFee
  /** Units that it was seen to take, and what one costs now; undefined where that isn't known. */
  readonly gas: bigint | undefined
  readonly gasPrice: bigint | undefined
  /** Of the network's coin. */
  readonly decimals: number
}): { readonly atMost: bigint | undefined; readonly isHigh: boolean } {
  const price = [asked.gasPrice, asked.maxFeePerGas, asked.maxPriorityFeePerGas].reduce(
    (most, each) => (each !== undefined && (most === undefined || each > most) ? each : most),
    undefined,
  )
  const usualGas = gas ?? lesser(asked.gas ?? gasFor(asked.data), mostGas)
  const unit = price ?? gasPrice
  if (unit === undefined || !namesFee(asked)) return { atMost: undefined, isHigh: false }
  const fee = (asked.gas ?? usualGas) * unit
  const coin = 10n ** BigInt(decimals)
  const isHigh =
    gasPrice === undefined
      ? fee * wordWorthAlone >= coin
      : fee * wordWorth >= coin && fee >= (price === undefined ? timesUsualGas : timesUsual) * usualGas * gasPrice
  return { atMost: asked.gas === undefined && gas === undefined ? undefined : fee, isHigh }
}

const gasFor = (data: LowerHex = noBytes): bigint => (isEmptyHex(data) ? sendingGas : someGas)

const lesser = (one: bigint, other: bigint): bigint => {
  const isLess = one < other
  return isLess ? one : other
}
