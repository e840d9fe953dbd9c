export { AccountButton, type AccountButtonProps } from './button/AccountButton.js'
export { ConnectButton, type ConnectButtonProps } from './button/ConnectButton.js'
export { FoyerButton, type FoyerButtonProps } from './button/FoyerButton.js'
export { NetworkButton, type NetworkButtonProps } from './button/NetworkButton.js'
export { WalletButton, type WalletButtonProps } from './button/WalletButton.js'
export { FoyerModal } from './FoyerModal.js'
export { FoyerProvider, type FoyerProviderProps } from './FoyerProvider.js'
export { ProviderMissingError } from './ProviderMissingError.js'
export { useFoyer } from './useFoyer.js'
export { useFoyerAccount } from './useFoyerAccount.js'
export { useFoyerBalance, type WatchedBalance } from './useFoyerBalance.js'
export { useFoyerDisconnect } from './useFoyerDisconnect.js'
export { useFoyerEvents } from './useFoyerEvents.js'
export { type NetworkSnapshot, useFoyerNetwork } from './useFoyerNetwork.js'
export { useFoyerProvider, type WalletProvider } from './useFoyerProvider.js'
export { type KitState, useFoyerState } from './useFoyerState.js'
export { useFoyerTheme } from './useFoyerTheme.js'
export {
  type ConnectedWallet,
  type FoyerWallet,
  type FoyerWalletParameters,
  useFoyerWallet,
  type WalletConnecting,
} from './useFoyerWallet.js'
export { useFoyerWalletInfo } from './useFoyerWalletInfo.js'
export type { WalletName } from './walletButton/walletNames.js'
