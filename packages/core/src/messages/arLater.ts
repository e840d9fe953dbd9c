import { pairing } from './ar/pairing.js'
import { wallets } from './ar/wallets.js'
import type { LaterSentences } from './sentences.js'

/** The Arabic sentences of the views that come later. */
export const arLater: LaterSentences = { ...pairing, ...wallets }
