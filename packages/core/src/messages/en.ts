import { account } from './en/account.js'
import { alert } from './en/alert.js'
import { button } from './en/button.js'
import { connect } from './en/connect.js'
import { error } from './en/error.js'
import { help } from './en/help.js'
import { network } from './en/network.js'
import { shell } from './en/shell.js'

type English = typeof account &
  typeof alert &
  typeof button &
  typeof connect &
  typeof error &
  typeof help &
  typeof network &
  typeof shell

/** The English sentences, and by its keys the catalogue itself. The specification's own sentences are verbatim. */
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
