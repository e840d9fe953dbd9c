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

/** A row that can be chosen: a wallet that can be asked now, or one that a pairing reaches, or that must be got first. */
export type WalletRow =
  | (RowBase & { readonly kind: 'connector'; readonly connectorId: string })
  | (RowBase & { readonly kind: 'wallet'; readonly wallet: ListedWallet })

/** A row of the connect view; one that is `coming` keeps the place of a wallet that isn't known yet. */
export type ConnectRow = WalletRow | (RowBase & { readonly kind: 'coming' })
