import type { NoParams } from '../view/noParams.js'
import type { OnrampProvider } from '../wire/payments.js'

/** The views of receiving and buying. */
export interface OnrampViews {
  WalletReceive: NoParams
  WalletCompatibleNetworks: NoParams
  OnRampProviders: NoParams
  /** What will be bought from a provider, before its page opens. */
  OnRampReview: { readonly provider: OnrampProvider }
  BuyInProgress: NoParams
  OnRampActivity: NoParams
  OnRampTokenSelect: NoParams
  OnRampFiatSelect: NoParams
  WhatIsABuy: NoParams
}
