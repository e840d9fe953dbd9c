import type { Feature } from '../feature/feature.js'
import type { NoParams } from '../state/viewParams.js'
import type { OnrampProvider } from '../wire/payments.js'

/** The code and the address to be paid at. */
export const receive = {
  feature: 'receive',
  begins: { view: 'WalletReceive' },
  views: { WalletReceive: {}, WalletCompatibleNetworks: {} },
} as const satisfies Feature

/** Buying coins with a card or by bank transfer. */
export const onramp = {
  feature: 'onramp',
  begins: { view: 'OnRampProviders' },
  views: {
    OnRampProviders: {},
    OnRampReview: {},
    BuyInProgress: {},
    OnRampActivity: {},
    OnRampTokenSelect: {},
    OnRampFiatSelect: {},
    WhatIsABuy: {},
  },
  events: ['SELECT_BUY_PROVIDER'],
} as const satisfies Feature

declare module '../config/options.js' {
  interface Features {
    /** Buying coins with a card or by bank transfer. */
    readonly onramp: boolean
    /** The code and the address to be paid at. */
    readonly receive: boolean
  }
}

declare module '../events/event.js' {
  interface KitEvents {
    /** The visitor picked who to buy from. */
    readonly SELECT_BUY_PROVIDER: { readonly provider: string }
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    WalletReceive: NoParams
    WalletCompatibleNetworks: NoParams
    OnRampProviders: NoParams
    /** The order of a purchase from a provider, before its page opens. */
    OnRampReview: { readonly provider: OnrampProvider }
    BuyInProgress: NoParams
    OnRampActivity: NoParams
    OnRampTokenSelect: NoParams
    OnRampFiatSelect: NoParams
    WhatIsABuy: NoParams
  }
}
