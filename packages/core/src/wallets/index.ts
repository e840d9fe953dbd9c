export {
  installedAs,
  installedFirst,
  isConnectorOf,
  isInAppBrowser,
  isInstalled,
  type ListedWallet,
  shownName,
  type WalletPlatform,
  type WalletPlatformsParameters,
  walletPlatforms,
} from '../connector/listedWallet.js'
export {
  chainsOf,
  type OfferedWallet,
  offeredWallets,
  usableWallet,
  type WalletChain,
  walletImageOf,
  walletOfConnector,
} from '../offered/offeredWallets.js'
export * from './askDirectory.js'
export * from './connectRows.js'
export * from './directoryState.js'
