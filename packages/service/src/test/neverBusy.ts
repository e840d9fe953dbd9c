import { createProviderRest } from '../socials/providerRest.js'

/** A provider that was never asked too much. For tests; nothing in the product imports this. */
export const neverBusy = () => createProviderRest({ now: () => 0 })
