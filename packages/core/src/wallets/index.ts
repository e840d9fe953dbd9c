export * from './askDirectory.js'
export * from './connectRows.js'
export * from './directoryState.js'
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
} from './listedWallet.js'
export {
  chainsOf,
  type OfferedWallet,
  offeredWallets,
  usableWallet,
  type WalletChain,
  walletImageOf,
  walletOfConnector,
} from './offeredWallets.js'
export { parseRecents, recentLimit, withRecent } from './recents.js'
