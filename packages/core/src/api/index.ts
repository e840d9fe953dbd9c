/** The client of the operator's server: what more than a call is, and `ask` for a call as it is. */

export * from './account.js'
export { type Asker, ask } from './ask.js'
export { type ApiOptions, createApi } from './createApi.js'
export { type ImageRequest, image, type WalletsRequest, wallets } from './directory.js'
export * from './names.js'
export * from './payments.js'
export type { Api, Cancellable } from './project.js'
export { alertFor, originAlert } from './project.js'
export * from './swaps.js'
export * from './telemetry.js'
