import { viewPartsCss } from '@foyer/parts'
import views from '../styles/views.css?inline'

/**
 * Every view but Connect, the list of all wallets and the drawn code, in one chunk: with their sheet, and what they are made of. The face of the
 * account button is exported whole, so that a bundler makes one chunk of it.
 */
export { enViews as sentences } from '@foyer/core/internal'
export { AccountFace } from '../../face/face.js'
export { connectByName } from '../../walletButton/connectByName.js'
export { default as DeveloperAlert } from '../DeveloperAlert.js'
export { default as NetworkChip } from '../NetworkChip.js'
export { openWalletLink } from '../openWalletLink.js'
export { default as AccountView } from './AccountView.js'
export { default as ConnectingExternalView } from './ConnectingExternalView.js'
export { default as ConnectingWalletConnectBasicView } from './ConnectingWalletConnectBasicView.js'
export { default as ConnectingWalletConnectView } from './ConnectingWalletConnectView.js'
export { default as DownloadsView } from './DownloadsView.js'
export { default as GetWalletView } from './GetWalletView.js'
export { default as NetworksView } from './NetworksView.js'
export { default as SwitchActiveChainView } from './SwitchActiveChainView.js'
export { default as SwitchNetworkView } from './SwitchNetworkView.js'
export { default as UnsupportedChainView } from './UnsupportedChainView.js'
export { default as WhatIsANetworkView } from './WhatIsANetworkView.js'
export { default as WhatIsAWalletView } from './WhatIsAWalletView.js'

/** What few visitors need: the list of all wallets. */
export const loadAllWallets = (): Promise<typeof import('./AllWalletsView.js')> => import('./AllWalletsView.js')

/** The code to scan, and what draws it. */
export const loadPairingCode = (): Promise<typeof import('../pairing/PairingCode.js')> =>
  import('../pairing/PairingCode.js')

/** The sheet of every view but Connect, which needs none of it. */
export const viewsCss: string = viewPartsCss + views
