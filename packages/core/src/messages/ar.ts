import { account } from './ar/account.js'
import { alert } from './ar/alert.js'
import { button } from './ar/button.js'
import { connect } from './ar/connect.js'
import { connecting } from './ar/connecting.js'
import { error } from './ar/error.js'
import { help } from './ar/help.js'
import { names } from './ar/names.js'
import { network } from './ar/network.js'
import { pairing } from './ar/pairing.js'
import { pay } from './ar/pay.js'
import { shell } from './ar/shell.js'
import { wallets } from './ar/wallets.js'
import type { Sentences } from './sentences.js'

/** Arabic, all of it. */
export const ar: Sentences = {
  ...account,
  ...alert,
  ...button,
  ...connect,
  ...connecting,
  ...error,
  ...help,
  ...names,
  ...network,
  ...pairing,
  ...pay,
  ...shell,
  ...wallets,
}
