export { chooseWallet, type WalletChoice, walletByName } from './chooseWallet.js'
export {
  type AllWalletsRow,
  allWalletsRow,
  type ConnectRow,
  type ConnectRowsParameters,
  type ConnectTag,
  comingRows,
  connectMethods,
  connectRows,
  type WalletRow,
} from './connectRows.js'
export { loadFirstWallets, loadNextPage } from './directory.js'
export { type DirectoryState, idleDirectory, watchDirectory } from './directoryState.js'
export { explorerIdOf, installedAs, installedFirst, isConnectorOf, isInstalled } from './knownWallets.js'
export { type ListedWallet, walletImageOf } from './listedWallet.js'
export { preloadWalletImages } from './preloadWalletImages.js'
export { parseRecents, recentLimit, withRecent } from './recents.js'
export { searchWallets, shortestSearch, type WalletSearch } from './searchWallets.js'
export {
  isInAppBrowser,
  type WalletPlatform,
  type WalletPlatformsParameters,
  walletPlatforms,
} from './walletPlatforms.js'
