import { account } from './en/account.js'
import { alert } from './en/alert.js'
import { button } from './en/button.js'
import { connect } from './en/connect.js'
import { error } from './en/error.js'
import { help } from './en/help.js'
import { network } from './en/network.js'
import { shell } from './en/shell.js'
import type { enLater } from './enLater.js'

type English = typeof account &
  typeof alert &
  typeof button &
  typeof connect &
  typeof error &
  typeof help &
  typeof network &
  typeof shell

/** The English sentences of the first view, and by its keys the catalogue itself. The specification's own sentences are verbatim. */
export const en: English = {
  ...account,
  ...alert,
  ...button,
  ...connect,
  ...error,
  ...help,
  ...network,
  ...shell,
}

export { en as sentences }

/** Fetches those of the views that come later. */
export const later = (): Promise<typeof enLater> => import('./enLater.js').then(({ enLater }) => enLater)
