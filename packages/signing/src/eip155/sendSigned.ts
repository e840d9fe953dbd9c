import type { WalletNetwork } from '@foyer/core/words'
import { type Address, BaseError, type Hex, keccak256, RpcRequestError } from 'viem'
import type { KeptBatch } from '../family.js'
import { isKnownTo, send } from './chain.js'

/** A transaction that its account has signed. */
export interface Signed {
  readonly network: WalletNetwork
  readonly from: Address
  readonly nonce: number
  readonly signed: Hex
}

/** Keeps what was sent, so that it is found again whatever ends this page meanwhile. */
export type Keep = (sent: Pick<KeptBatch, 'hashes' | 'nonce'>) => void | Promise<void>

/**
 * Sends a transaction once. It is kept before; one that its node refuses, and doesn't have, was never sent. A node that has it already took it, whatever became of
 * its answer.
 *
 * @returns its hash
 * @throws viem's error where it wasn't sent, or it isn't known whether it was
 */
export async function sendSigned({ network, nonce, signed }: Signed, keep: Keep = () => {}): Promise<Hex> {
  const hash = keccak256(signed)
  await keep({ hashes: [hash], nonce })
  try {
    return await send({ network, signed })
  } catch (error) {
    const isThere = await isKnownTo({ network, hash }).catch(() => undefined)
    if (isThere) return hash
    if (isThere === false && isRefusal(error)) await keep({ hashes: [], nonce })
    throw error
  }
}

/** A node's own refusals of what it was sent: geth's, and EIP-1474's "transaction rejected". By any other error it may have been passed on to a node that has it. */
const refusals: readonly number[] = [-32_000, -32_003]

const isRefusal = (error: unknown): boolean => {
  const found = error instanceof BaseError ? error.walk((each) => each instanceof RpcRequestError) : null
  return found instanceof RpcRequestError && refusals.includes(found.code)
}
