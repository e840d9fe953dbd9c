import { account } from './ar/account.js'
import { alert } from './ar/alert.js'
import { button } from './ar/button.js'
import { connect } from './ar/connect.js'
import { error } from './ar/error.js'
import { help } from './ar/help.js'
import { network } from './ar/network.js'
import { shell } from './ar/shell.js'
import type { LaterSentences, Sentences } from './sentences.js'

/** The Arabic sentences of the first view. */
export const ar: Sentences = {
  ...account,
  ...alert,
  ...button,
  ...connect,
  ...error,
  ...help,
  ...network,
  ...shell,
}

export { ar as sentences }

/** Fetches those of the views that come later. */
export const later = (): Promise<LaterSentences> => import('./arLater.js').then(({ arLater }) => arLater)
