/** Words for requests that some wallet is about to be asked for: read, described, simulated by whoever can, and never signed here. */

import { carriedOut } from './eip155/carriedOut.js'
import { type DescribedRequest, describeEip155 } from './eip155/describe.js'
import type { Simulated } from './outside.js'
import { isWorse } from './readSimulation.js'

export { type DescribedRequest, describeEip155 } from './eip155/describe.js'
export type { ShownRequest } from './family.js'
export { type Level, levelOf } from './level.js'
export type { WalletNetwork } from './network.js'
export type { Outside } from './outside.js'
export { type RequestSentence, type Say, sayRequestInEnglish, spokenRequest } from './sentences.js'

/** What reads the requests of a family's wallets, for a kit that shows them first. */
export interface RequestReader {
  readonly carriedOut: (request: Pick<DescribedRequest, 'method' | 'params'>) => Simulated | undefined
  readonly describe: typeof describeEip155
  readonly isWorse: typeof isWorse
}

export const eip155Reader: RequestReader = { carriedOut, describe: describeEip155, isWorse }
