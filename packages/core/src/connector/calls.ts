import type { NetworkId } from '../chain/ids.js'
import type { NonEmpty } from './live.js'

/** Several calls that a wallet is asked for at once; EVM's wallets take them by EIP-5792. */
export interface CallsRequest<Call = unknown> {
  readonly calls: NonEmpty<Call>
  /** All of them take effect or none does: a wallet that can't guarantee that refuses. False by default. */
  readonly atomicRequired?: boolean | undefined
  /** The capabilities asked of the wallet, by name, as the family's standard writes them. A wallet without one of them refuses, unless it says `optional: true`. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
  /** Names the batch; the wallet chooses unless said. */
  readonly id?: string | undefined
}

export interface SentCalls {
  /** Names the batch: at the wallet, or in this kit where the calls were sent one at a time. */
  readonly id: string
  /** The wallet's answer on the capabilities that were asked for, as it stands. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
}

/** The status of a batch of calls. */
export interface CallsStatus<Receipt = unknown> {
  readonly id: string
  readonly networkId: NetworkId
  readonly status: 'pending' | 'success' | 'failure'
  /** 100: pending. 200: all took effect. 400: none reached the chain, and none will. 500: all were reverted. 600: some took effect. Others are read by their first digit. */
  readonly statusCode: number
  /** They were carried out as one. */
  readonly atomic: boolean
  /** One for all, or one a transaction; none while none is in a block. */
  readonly receipts: readonly Receipt[]
  /** The wallet's answer on the capabilities, as it stands. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
}
