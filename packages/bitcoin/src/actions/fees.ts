import type { FeeEstimate, Network, Work } from '@foyer/core'
import { isOnNetwork, type ReadAddress, readAddress } from '../addresses/readAddress.js'
import { mostSats } from '../addresses/sats.js'
import { type Payer, payerOf, planAll, planTransfer } from '../coins/coins.js'
import { dustLimit, type FeeRate } from '../coins/weights.js'
import { InsufficientCoinsError, InvalidBitcoinTransferError } from '../errors.js'
import { type Coin, Coins, FeeEstimates } from '../esplora/answers.js'
import type { Esplora } from '../esplora/esplora.js'

/** Within so many blocks a transfer is to be mined. */
const wantedBlocks = 3

/** The least that nodes relay: one satoshi a virtual byte. */
const leastRate: FeeRate = 1000n

interface Reading {
  readonly esplora: Esplora
  readonly signal?: AbortSignal | undefined
}

/** The rate for a transfer, and a higher one that wallets may ask for. */
export async function feeRates({
  esplora,
  signal,
}: Reading): Promise<{ readonly usual: FeeRate; readonly most: FeeRate }> {
  const estimates = await esplora.read({
    path: '/fee-estimates',
    schema: FeeEstimates,
    expected: 'fee rates by blocks',
    signal,
  })
  const usual = rateWithin(estimates, wantedBlocks)
  const fastest = rateWithin(estimates, 1)
  return { usual, most: (3n * largest(fastest, usual)) / 2n }
}

/** The rate for the number of blocks, or the nearest that is known; a ledger without traffic knows none. */
function rateWithin(estimates: Readonly<Record<string, number>>, blocks: number): FeeRate {
  const known = Object.keys(estimates)
    .map(Number)
    .sort((one, other) => Math.abs(one - blocks) - Math.abs(other - blocks) || one - other)
  const rate = BigInt(Math.ceil((estimates[String(known[0])] ?? 0) * 1000))
  return rate > leastRate ? rate : leastRate
}

/** The coins at an address. */
export function coinsAt({
  esplora,
  address,
  signal,
}: Reading & { readonly address: string }): Promise<readonly Coin[]> {
  const path = `/address/${encodeURIComponent(address)}/utxo`
  return esplora.read({ path, schema: Coins, expected: 'a list of coins', signal })
}

/** A transfer whose parts are checked. */
export interface CheckedTransfer {
  readonly from: ReadAddress
  readonly payer: Payer
  readonly to: ReadAddress
  readonly amount: bigint
}

/** @throws InvalidBitcoinTransferError for another asset than the coin, an address of another network, and an amount that nodes don't relay */
export function checkedTransfer({
  address,
  network,
  work,
}: {
  readonly address: string
  readonly network: Network
  readonly work: Work<'bip122'>
}): CheckedTransfer {
  if (!('transfer' in work) || work.transfer.asset.type !== 'coin')
    throw new InvalidBitcoinTransferError({ field: 'asset' })
  const [from, to] = [readAddress(address), readAddress(work.transfer.to)]
  const payer = from && payerOf({ type: from.type, scriptLength: from.script.length })
  if (!from || !payer || !isOnNetwork(from, network.caipNetworkId))
    throw new InvalidBitcoinTransferError({ field: 'account' })
  if (!to || !isOnNetwork(to, network.caipNetworkId)) throw new InvalidBitcoinTransferError({ field: 'to' })
  return { from, payer, to, amount: work.transfer.amount }
}

/** @throws InvalidBitcoinTransferError */
export function checkAmount({ amount, to }: Pick<CheckedTransfer, 'amount' | 'to'>): void {
  if (amount < dustLimit(to.type) || amount > mostSats) throw new InvalidBitcoinTransferError({ field: 'amount' })
}

/**
 * Estimates the fee of a transfer: the size of the transaction that its coins make, at the rate of being mined within
 * three blocks. `most` is what spending all of the coins costs at half as much again as the highest rate: a wallet that
 * chooses the fee by itself may take more than the kit would.
 *
 * @throws InvalidBitcoinTransferError · NoEsploraError, and what reading throws
 */
export async function estimateFee({
  esplora,
  signal,
  address,
  network,
  work,
}: Reading & {
  readonly address: string
  readonly network: Network
  readonly work: Work<'bip122'>
}): Promise<FeeEstimate> {
  const { payer, to, amount } = checkedTransfer({ address, network, work })
  const target = { scriptLength: to.script.length }
  const [coins, rates] = await Promise.all([coinsAt({ esplora, address, signal }), feeRates({ esplora, signal })])
  const all = planAll({ coins, payer, to: target, rate: rates.most })
  const value = plannedFee({ coins, payer, to: target, amount, rate: rates.usual }) ?? all.fee
  const most = largest(all.fee, value)
  const { decimals, symbol } = network.nativeCurrency
  return { value, most, decimals, symbol, maxAmount: all.held > most ? all.held - most : 0n }
}

export const largest = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Returns the fee of an amount; undefined for one that the coins don't cover. */
function plannedFee(parameters: Parameters<typeof planTransfer>[0]): bigint | undefined {
  try {
    return planTransfer(parameters).fee
  } catch (error) {
    if (error instanceof InsufficientCoinsError) return undefined
    throw error
  }
}
