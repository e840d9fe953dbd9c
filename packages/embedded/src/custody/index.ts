/** How an embedded wallet is kept: its vault and doors, what devices and the keeper sign, and the calls of both servers, for the wallet's page and the servers. */

export * from './bytes.js'
export * from './calls.js'
export * from './digits.js'
export * from './door.js'
export * from './errors.js'
export * from './keeperCalls.js'
export * from './loginCalls.js'
export * from './person.js'
export * from './sealedBox.js'
export * from './signed.js'
export * from './vault.js'
export * from './windowCalls.js'
