import { account } from './ar/account.js'
import { alert } from './ar/alert.js'
import { connecting } from './ar/connecting.js'
import { help } from './ar/help.js'
import { network } from './ar/network.js'
import { pairing } from './ar/pairing.js'
import { wallets } from './ar/wallets.js'
import type { LaterSentences } from './sentences.js'

/** The Arabic sentences of the views that come later. */
export const arLater: LaterSentences = {
  ...account,
  ...alert,
  ...connecting,
  ...help,
  ...network,
  ...pairing,
  ...wallets,
}
