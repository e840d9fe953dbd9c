import { pairing } from './ar/pairing.js'
import type { LaterSentences } from './sentences.js'

/** The Arabic sentences of the views that come later. */
export const arLater: LaterSentences = { ...pairing }
