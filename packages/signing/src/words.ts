/** Words for requests that some wallet is about to be asked for: read, described, simulated by whoever can, and never signed here. */

export { type DescribedRequest, describeEip155 } from './eip155/describe.js'
export type { ShownRequest } from './family.js'
export { type Level, levelOf } from './level.js'
export type { WalletNetwork } from './network.js'
export type { Outside } from './outside.js'
export { type RequestSentence, type Say, sayRequestInEnglish, spokenRequest } from './sentences.js'
