/** What the kit's own packages use of core; outside of semantic versioning. */
export { en } from './messages/en.js'
export { enViews } from './messages/enViews.js'
export { createSession } from './session/createSession.js'
export * as directory from './wallets/directoryCode.js'
