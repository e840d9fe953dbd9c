/** The event by which a wallet says that its addresses are others; its data is that of `getAccountAddresses`. */
export const addressesChanged = 'bip122_addressesChanged'

/** The session property in which a wallet puts the answer to `getAccountAddresses`, so that it needn't be asked. */
export const addressesProperty = 'bip122_getAccountAddresses'
