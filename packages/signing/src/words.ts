/** Words for requests that some wallet is about to be asked for: read, described, simulated where that can be done, and never signed here. */

import type { RequestReader } from '@foyer/core/words'
import { carriedOut } from './eip155/carriedOut.js'
import { describeEip155 } from './eip155/describe.js'
import { isWorse } from './readSimulation.js'

export { describeEip155 } from './eip155/describe.js'
export { type Level, levelOf } from './level.js'
export { RequestTooLargeError } from './requestSize.js'
export { sayRequestInEnglish, spokenRequest } from './sentences.js'

export const eip155Reader: RequestReader = { carriedOut, describe: describeEip155, isWorse }
