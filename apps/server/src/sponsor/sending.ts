import { lowerHex } from '@foyer/core/chain'
import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import type { PrivateKeyAccount } from 'viem'
import { refuseNodesFault } from '../contracts/refuseNodesFault.js'
import type { Projects } from '../projects/projects.js'
import { readQuantity } from '../rpc/readQuantity.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { type Fees, feesBeyond, larger } from './fees.js'
import type { Attempt, Ledger, OpenOperation, Signed } from './ledger.js'
import type { Prices, Reading } from './readNetwork.js'
import { cancellingGas, signCancelling } from './signTransaction.js'
import { toOperation } from './toOperation.js'

/** One going over of a network: all that its steps have. */
export interface Pass extends Reading {
  readonly ledger: Ledger
  readonly projects: Pick<Projects, 'find'>
  readonly account: PrivateKeyAccount
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'info' | 'warn'>
  /** from how many blocks on something is final */
  readonly confirmations: number
}

/** Whether it is this account that has sent an operation, and not an earlier key's. */
export const isOf = (
  { address }: Pick<PrivateKeyAccount, 'address'>,
  { account }: Pick<OpenOperation, 'account'>,
): boolean => account !== null && lowerHex(address) === lowerHex(`0x${account.slice(2)}`)

/** An operation that has a place among the account's transactions. */
export interface Placed extends OpenOperation {
  readonly place: number
}

/** The latest of an operation's transactions. */
export const newestOf = ({ attempts }: OpenOperation): Attempt | undefined => attempts.at(-1)

export const offered = ({ maxFeePerGas, maxPriorityFeePerGas }: Signed): Fees => ({
  maxFeePerGas: BigInt(maxFeePerGas),
  maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
})

interface Sending extends Pass {
  readonly signed: Pick<Signed, 'raw' | 'hash'>
  readonly place: number
}

/**
 * Sends what is signed. Nodes refuse what they have already, too: what matters is whether it waits there, or its place is taken.
 * @returns whether the node refuses it, so that nothing fills its place
 */
export async function isRefusedBy({ chain, signal, log, account, signed, place }: Sending): Promise<boolean> {
  const [outcome] = await chain.request({ calls: [{ method: 'eth_sendRawTransaction', params: [signed.raw] }], signal })
  if (outcome === undefined || 'result' in outcome || isNodesFault({ chain, outcome })) return false
  const [known, count] = await chain.request({
    calls: [
      { method: 'eth_getTransactionByHash', params: [signed.hash] },
      { method: 'eth_getTransactionCount', params: [account.address, 'latest'] },
    ],
    signal,
  })
  const isKnown = known !== undefined && 'result' in known && known.result !== null
  if (isKnown || (readQuantity(count) ?? 0n) > BigInt(place)) return false
  log.info({ chainId: chain.id, code: outcome.error.code }, 'a node did not take a sponsored transaction')
  return true
}

/** A node that is asked too much says nothing about the transaction. */
function isNodesFault(said: Parameters<typeof refuseNodesFault>[0]): boolean {
  try {
    refuseNodesFault(said)
    return false
  } catch (error) {
    if (error instanceof UpstreamError) return true
    throw error
  }
}

interface Adding extends Pass {
  readonly operation: Placed
  readonly signed: Signed
  /** held from now on, if that is more; in wei */
  readonly cost: bigint
  readonly most: Parameters<Ledger['replace']>[0]['most']
}

/** Adds another transaction in an operation's place, and sends it. @returns the operation with it, and whether the node refuses it; null where it isn't added */
export async function sendInPlace(
  request: Adding,
): Promise<{ readonly operation: Placed; readonly isRefused: boolean } | null> {
  const { ledger, operation, signed, cost, most, clock } = request
  if (!(await ledger.replace({ operation, cost, most, signed }))) return null
  const { hash, attempts, reserved, place } = operation
  const attempt = { operation: hash, attempt: attempts.length, ...signed, signedAt: new Date(clock.now()) }
  const held = String(larger(cost, BigInt(reserved)))
  const isRefused = await isRefusedBy({ ...request, signed, place })
  return { operation: { ...operation, reserved: held, attempts: [...attempts, attempt] }, isRefused }
}

interface Cancelling extends Pass {
  readonly operation: Placed
  readonly prices: Prices
  /** whether others wait for what stands in their way */
  readonly isAwaited: boolean
}

/**
 * Fills an operation's place with a transaction that does nothing, at once, so that what stands behind goes on. What it costs is held already, as the operation takes far more gas,
 * unless fees have risen far since it was signed: then it is done once others wait, and what is beyond is booked as it is paid.
 * @returns whether the place is being filled
 */
export async function cancel({ operation, prices, isAwaited, ...request }: Cancelling): Promise<boolean> {
  const newest = newestOf(operation)
  if (newest === undefined) return true
  const fees = feesBeyond(offered(newest), prices)
  const held = BigInt(operation.reserved)
  if (BigInt(cancellingGas) * fees.maxFeePerGas > held) {
    if (!isAwaited) return false
    request.log.warn({ chainId: request.chain.id }, 'a place is filled for more than its operation holds')
  }
  const { chain } = toOperation(operation)
  const signed = await signCancelling({ account: request.account, chain, place: operation.place, fees })
  const sent = await sendInPlace({ ...request, operation, signed, cost: held, most: undefined })
  return sent === null || !sent.isRefused
}
