export { chooseWallet, type WalletChoice, walletByName } from './chooseWallet.js'
export {
  type AllWalletsRow,
  allWalletsRow,
  type ConnectRowsParameters,
  comingRows,
  connectMethods,
  connectRows,
} from './connectRows.js'
export { loadFirstWallets, loadNextPage } from './directory.js'
export {
  type ConnectRow,
  type ConnectTag,
  type DirectoryState,
  idleDirectory,
  type WalletRow,
  watchDirectory,
} from './directoryState.js'
export {
  explorerIdOf,
  installedAs,
  installedFirst,
  isConnectorOf,
  isInstalled,
  type ListedWallet,
} from './listedWallet.js'
export { parseRecents, recentLimit, withRecent } from './recents.js'
export { searchWallets, shortestSearch, type WalletSearch } from './searchWallets.js'
export { preloadWalletImages, walletImageOf } from './walletImages.js'
export {
  isInAppBrowser,
  type WalletPlatform,
  type WalletPlatformsParameters,
  walletPlatforms,
} from './walletPlatforms.js'
