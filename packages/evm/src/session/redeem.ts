import type { Foyer, PermissionReading } from '@foyer/core'
import type { Hex } from '@foyer/core/chain'
import { BaseError, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { EvmCall } from '../family.js'
import { redeemDelegationData } from '../redeeming.js'
import { getPublicClient } from '../viem/index.js'
import { SessionCallRefusedError, SessionOverError, SessionWithoutCoinError } from './errors.js'
import type { KeptGrant } from './keptSession.js'

export interface Redeeming {
  readonly foyer: Foyer
  readonly networkId: `eip155:${string}`
  /** The account whose permission it is. */
  readonly account: Hex
  readonly privateKey: Hex
  readonly granted: KeptGrant
  /** Reads the permission on its chain, where the chain refuses a call. */
  readonly read: () => Promise<PermissionReading | undefined>
}

/**
 * Has the key act for the account: a transaction of the key's own to the delegation manager (ERC-7710), which pays its own fee. It is tried first, so that nothing is paid for
 * what would be refused, and sent once.
 *
 * @returns once it is in a block
 * @throws SessionOverError · SessionWithoutCoinError · SessionCallRefusedError, and what the chain's nodes throw
 */
export async function redeem(redeeming: Redeeming, { to, value = 0n, data = '0x' }: EvmCall): Promise<Hex> {
  const { foyer, networkId, privateKey, granted } = redeeming
  const { context, delegationManager } = granted
  const key = privateKeyToAccount(privateKey)
  const chain = getPublicClient(foyer, { networkId })
  const call = {
    ...{ account: key.address, to: delegationManager },
    data: redeemDelegationData(context, { to, value, data }),
  }
  const [gas, fees, held, nonce] = await Promise.all([
    chain.estimateGas(call).catch((cause: unknown) => refusal(redeeming, cause)),
    chain.estimateFeesPerGas(),
    chain.getBalance({ address: key.address }),
    chain.getTransactionCount({ address: key.address, blockTag: 'pending' }),
  ])
  // What others redeem meanwhile makes it dearer; what isn't used isn't paid.
  const most = (gas * 5n) / 4n
  const needed = most * fees.maxFeePerGas
  if (held < needed) throw new SessionWithoutCoinError({ address: key.address, needed, held })
  const serializedTransaction = await key.signTransaction({
    ...{ ...fees, chainId: chain.chain.id, type: 'eip1559', gas: most, nonce },
    ...{ to: delegationManager, data: call.data },
  })
  const hash = keccak256(serializedTransaction)
  await chain.sendRawTransaction({ serializedTransaction }).catch(async (cause: unknown) => {
    // A node that has it already says that it can't take it: the answer to the first may have been lost.
    const isThere = await chain.getTransaction({ hash }).catch(() => undefined)
    if (!isThere) throw cause
  })
  const { status } = await chain.waitForTransactionReceipt({ hash, pollingInterval: pollMs })
  if (status !== 'success') return refusal(redeeming, undefined, hash)
  return hash
}

/** A block is soon there. */
const pollMs = 500

/** Says by the chain why a call was refused. A node that didn't answer is no refusal. */
export async function refusal({ read }: Redeeming, cause: unknown, hash?: Hex): Promise<never> {
  if (cause !== undefined && !isRefused(cause)) throw cause
  const reading = await read()
  const why = reading && overOf(reading)
  if (why) throw new SessionOverError({ why, cause })
  // An enforcer's own words: the limit isn't reached, but this call is beyond it.
  if (/exceeded/i.test(String(cause))) throw new SessionOverError({ why: 'spent', cause })
  throw new SessionCallRefusedError({ hash, cause })
}

const isRefused = (cause: unknown): boolean =>
  cause instanceof BaseError && /revert|custom error|0x[0-9a-f]{8}/i.test(`${cause.message}`)

/** Returns why a permission can't be used; undefined where it can. */
export function overOf({ status, left }: PermissionReading): SessionOverError['why'] | undefined {
  if (status !== 'active') return status
  return left === 0n ? 'spent' : undefined
}
