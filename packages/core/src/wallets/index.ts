export {
  loadFirstWallets,
  loadNextPage,
  preloadWalletImages,
  searchWallets,
  shortestSearch,
  type WalletSearch,
} from './askDirectory.js'
export { chooseWallet, type WalletChoice, walletByName } from './chooseWallet.js'
export {
  type AllWalletsRow,
  allWalletsRow,
  type ConnectRowsParameters,
  comingRows,
  connectMethods,
  connectRows,
  directoryRows,
} from './connectRows.js'
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
  isInAppBrowser,
  isInstalled,
  type ListedWallet,
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
  walletOfConnector,
} from './offeredWallets.js'
export { parseRecents, recentLimit, withRecent } from './recents.js'
export { walletImageOf } from './walletImages.js'
