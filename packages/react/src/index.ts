'use client'

export type {
  AccountButtonProps,
  AccountShown,
  ButtonAccount,
  ByWidth,
  NetworkShown,
} from './button/accountShown.js'
export { CustomButton, type CustomButtonProps } from './button/CustomButton.js'
export {
  AccountButton,
  ConnectButton,
  type ConnectButtonProps,
  FoyerButton,
  type FoyerButtonProps,
} from './button/FoyerButton.js'
export { NetworkButton, type NetworkButtonProps } from './button/NetworkButton.js'
export type { Prefetch } from './button/scope.js'
export * from './button/useFoyerButton.js'
export * from './button/useFoyerWallet.js'
export type { PressProps } from './button/usePress.js'
export { WalletButton, type WalletButtonProps } from './button/WalletButton.js'
export { FoyerModal } from './FoyerModal.js'
export { FoyerProvider, type FoyerProviderProps } from './FoyerProvider.js'
export * from './hooks.js'
export { ProviderMissingError, useFoyer } from './kit.js'
export { useSay } from './modal/modalContext.js'
export { type TitleContext, type ViewEntry, view } from './modal/viewEntry.js'
export { OnrampWidget } from './OnrampWidget.js'
export { useFoyerBalance, type WatchedBalance } from './useFoyerBalance.js'
export { useFoyerClient } from './useFoyerClient.js'

export type { WalletName } from './walletButton/walletNames.js'
