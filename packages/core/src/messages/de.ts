import { account } from './de/account.js'
import { activity } from './de/activity.js'
import { alert } from './de/alert.js'
import { button } from './de/button.js'
import { connect } from './de/connect.js'
import { error } from './de/error.js'
import { help } from './de/help.js'
import { names } from './de/names.js'
import { network } from './de/network.js'
import { nfts } from './de/nfts.js'
import { onramp } from './de/onramp.js'
import { pay } from './de/pay.js'
import { receive } from './de/receive.js'
import { send } from './de/send.js'
import { signIn } from './de/signIn.js'
import { swap } from './de/swap.js'
import { wallets } from './de/wallets.js'
import type { Sentences } from './sentences.js'

/** German, all of it. */
export const de: Sentences = {
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
