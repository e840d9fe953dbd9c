/** Payments that a host asks a visitor for: from a wallet, or from an account at an exchange. */

export {
  baseETH,
  baseSepoliaETH,
  baseUSDC,
  type CheckedPayRequest,
  type PayAsset,
  type PayRequest,
  paidTransfer,
  payAssetId,
} from './payAsset.js'
export * from './payFromExchange.js'
export * from './payFromWallet.js'
export {
  canLeave,
  isRunning,
  type PayEnd,
  type PayFailure,
  type Payment,
  type PayResult,
  type PayState,
  type PayStep,
  type PayWay,
} from './payment.js'
export {
  canPayFromWallet,
  isPaymentInProgress,
  openPay,
  payError,
  payResult,
  payState,
} from './payRoom.js'
