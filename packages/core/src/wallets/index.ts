export {
  loadFirstWallets,
  loadNextPage,
  preloadWalletImages,
  searchWallets,
  shortestSearch,
  type WalletSearch,
} from './askDirectory.js'
export {
  type AllWalletsRow,
  type AllWalletsRowParameters,
  allWalletsRow,
  type ChosenWallet,
  type ConnectRowsParameters,
  chooseWallet,
  comingRows,
  connectRows,
  directoryRows,
  followChoice,
  type WalletChoice,
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
  walletOfConnector,
} from './offeredWallets.js'
export { parseRecents, recentLimit, withRecent } from './recents.js'
export { walletByName } from './walletByName.js'
export { walletImageOf } from './walletImages.js'
