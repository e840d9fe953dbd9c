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
export * from './offeredWallets.js'
export { parseRecents, recentLimit, withRecent } from './recents.js'
export { walletByName } from './walletByName.js'
export { walletImageOf } from './walletImages.js'
