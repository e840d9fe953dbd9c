/** Words for requests that some wallet is about to be asked for: read, described, simulated by whoever can, and never signed here. */

import { carriedOut } from './eip155/carriedOut.js'
import { describeEip155 } from './eip155/describe.js'
import { isWorse } from './readSimulation.js'
import type { RequestReader } from './requestReader.js'

export { describeEip155 } from './eip155/describe.js'
export type { ShownRequest } from './family.js'
export { type Level, levelOf } from './level.js'
export type { WalletNetwork } from './network.js'
export type { Outside } from './outside.js'
export type { DescribedRequest, RequestReader } from './requestReader.js'
export { RequestTooLargeError } from './requestSize.js'
export { type RequestSentence, type Say, sayRequestInEnglish, spokenRequest } from './sentences.js'

export const eip155Reader: RequestReader = { carriedOut, describe: describeEip155, isWorse }
