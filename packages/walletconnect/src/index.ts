export type { WalletConnectOptions } from './connector/options.js'
export type { NamespaceOverride } from './protocol/index.js'
export { walletConnect } from './walletConnect.js'
