import type { ConnectorOrderType } from '../config/options.js'
import type { ListedWallet } from './listedWallet.js'

/** Says of a row why it stands there. */
export type ConnectTag = 'qrcode' | 'installed' | 'recent' | 'multichain'

interface RowBase {
  /** Unique in the list. */
  readonly id: string
  readonly group: ConnectorOrderType
  readonly name: string
  readonly icon: string | undefined
  readonly tag: ConnectTag | undefined
}

/** A row of the connect view: a wallet that can be asked now, or one that a pairing reaches, or that must be got first. */
export type ConnectRow =
  | (RowBase & { readonly kind: 'connector'; readonly connectorId: string })
  | (RowBase & { readonly kind: 'wallet'; readonly wallet: ListedWallet })
