import type { NetworkId } from '../chain/ids.js'
import type { Network } from '../networks/network.js'

/** A thing that can be transferred. `standard` is the CAIP-19 asset namespace, such as `erc1155`, where a family has several. */
export type Asset =
  | { readonly type: 'coin' }
  | { readonly type: 'token'; readonly address: string }
  | { readonly type: 'nft'; readonly address: string; readonly tokenId: string; readonly standard?: string | undefined }

export interface Transfer {
  readonly to: string
  readonly asset: Asset
  /** In the smallest unit of the asset; 1 for an NFT unless its standard counts them. */
  readonly amount: bigint
}

/** A payment that a link or a scanned code asks for. */
export interface PaymentRequest {
  readonly to: string
  /** The network to pay on; undefined where it doesn't say. */
  readonly networkId?: NetworkId | undefined
  readonly asset: Asset
  /** In the asset's smallest unit; undefined leaves it to the visitor. */
  readonly amount?: bigint | undefined
}

/** A payment that is asked for. */
export interface WantedPayment {
  /** The recipient's address. */
  readonly address: string
  readonly network: Network
  readonly asset: Asset
  /** In the smallest unit of the asset; left to the payer where it isn't said. */
  readonly amount?: bigint | undefined
  /** Of a token: a family whose links count whole tokens writes no amount without them. */
  readonly decimals?: number | undefined
}
