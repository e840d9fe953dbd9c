import { pairing } from './en/pairing.js'
import { wallets } from './en/wallets.js'

/** The English sentences of the views that come later: what the first view doesn't say doesn't delay it. */
export const enLater: typeof pairing & typeof wallets = { ...pairing, ...wallets }
