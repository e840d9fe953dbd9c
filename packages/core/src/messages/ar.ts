import { account } from './ar/account.js'
import { activity } from './ar/activity.js'
import { alert } from './ar/alert.js'
import { button } from './ar/button.js'
import { connect } from './ar/connect.js'
import { error } from './ar/error.js'
import { help } from './ar/help.js'
import { names } from './ar/names.js'
import { network } from './ar/network.js'
import { nfts } from './ar/nfts.js'
import { onramp } from './ar/onramp.js'
import { pay } from './ar/pay.js'
import { receive } from './ar/receive.js'
import { send } from './ar/send.js'
import { signIn } from './ar/signIn.js'
import { swap } from './ar/swap.js'
import { wallets } from './ar/wallets.js'
import type { Sentences } from './sentences.js'

/** Arabic, all of it. */
export const ar: Sentences = {
  ...account,
  ...activity,
  ...alert,
  ...button,
  ...connect,
  ...error,
  ...help,
  ...names,
  ...network,
  ...nfts,
  ...send,
  ...onramp,
  ...receive,
  ...pay,
  ...signIn,
  ...swap,
  ...wallets,
}
