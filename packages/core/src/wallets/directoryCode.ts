/**
 * The directory of wallets in one chunk: its queries, and where its wallets lead. What it caches with is exported whole, so that bundlers find one
 * chunk of it for the directory and for balances.
 */
export { balanceQuery, identityQuery, queryClientOf, watchBalance, watchIdentity } from '../account/index.js'
export { directoryOf, loadFirstWallets, loadNextPage } from './directory.js'
export { explorerIdOf, installedAs, installedFirst, isConnectorOf, isInstalled } from './knownWallets.js'
export { preloadWalletImages } from './preloadWalletImages.js'
export { routeToWallet } from './routeToWallet.js'
export { searchWallets } from './searchWallets.js'
export { findWalletByName } from './walletByName.js'
