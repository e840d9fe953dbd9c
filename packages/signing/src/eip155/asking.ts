import type { Address } from 'viem'
import type { Batches, KeptBatch, PreparedRequest, SigningAccount } from '../family.js'
import type { AskedBatch } from './batchParams.js'
import type { Context } from './context.js'

/** A batch of an account of the session's, in whichever way it is carried out. */
export interface Asking {
  readonly context: Context
  readonly batch: AskedBatch
  readonly from: Address
  readonly batches: Batches
  readonly account: SigningAccount
  readonly id: string
  /** Asks for the same anew, by how things stand then. */
  readonly anew: () => Promise<PreparedRequest>
}

/** Returns the application's result: before version 2.0.0 the id alone. */
export const result = ({ batch: { version }, id }: Pick<Asking, 'batch' | 'id'>) => (version === '1.0' ? id : { id })

export const keptOf = ({ id, context: { network }, from }: Asking): KeptBatch => ({
  ...{ id, chainId: network.chainId, from, atomic: true, hashes: [], isOver: true },
})

export const outsideOf = ({ context: { host, network }, from }: Asking) =>
  host.outside?.({ network, address: from }) ?? {}

export const simulable = ({ calls }: AskedBatch) =>
  calls.map(({ to, value, data }) => ({ to, value: `${value}`, data }))
