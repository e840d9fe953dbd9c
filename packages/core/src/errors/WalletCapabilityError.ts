import { WalletError, type WalletErrorOptions } from './WalletError.js'

/** The capability and bundle errors of EIP-5792 [S8.39]. */
export const walletCapabilityNames = {
  5700: 'UnsupportedNonOptionalCapabilityError',
  5710: 'UnsupportedChainIdError',
  5720: 'DuplicateIdError',
  5730: 'UnknownBundleIdError',
  5740: 'BundleTooLargeError',
  5750: 'AtomicReadyWalletRejectedUpgradeError',
  5760: 'AtomicityNotSupportedError',
} as const

export type WalletCapabilityCode = keyof typeof walletCapabilityNames

export function isWalletCapabilityCode(code: number): code is WalletCapabilityCode {
  return Object.hasOwn(walletCapabilityNames, code)
}

/** The wallet can't do what a bundle of calls asks for; `capability` says which of the errors of EIP-5792 it is. */
export class WalletCapabilityError extends WalletError {
  override readonly name = 'WalletCapabilityError'
  readonly code = 'wallet_capability'
  readonly capability: (typeof walletCapabilityNames)[WalletCapabilityCode]

  constructor({ walletCode, ...options }: WalletErrorOptions & { readonly walletCode: WalletCapabilityCode }) {
    const capability = walletCapabilityNames[walletCode]
    super(`The wallet can't carry out these calls: ${capability} (${walletCode}).`, 'error.notSupported', {
      ...options,
      walletCode,
    })
    this.capability = capability
  }
}
