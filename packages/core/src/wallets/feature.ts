import type { Feature } from '../feature/feature.js'

/** The list of all wallets: as a view of connecting it has its rules from the kit. */
export const wallets = {
  views: { AllWallets: {} },
  events: ['CLICK_ALL_WALLETS', 'SEARCH_WALLET'],
} as const satisfies Feature

declare module '../events/event.js' {
  interface KitEvents {
    /** The visitor opened the list of all wallets. */
    readonly CLICK_ALL_WALLETS: undefined
    /** The visitor searched for a wallet. */
    readonly SEARCH_WALLET: { readonly badge: '' | 'certified'; readonly search: string }
  }
}
