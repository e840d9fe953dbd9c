import { account } from './es/account.js'
import { activity } from './es/activity.js'
import { alert } from './es/alert.js'
import { button } from './es/button.js'
import { connect } from './es/connect.js'
import { error } from './es/error.js'
import { help } from './es/help.js'
import { names } from './es/names.js'
import { network } from './es/network.js'
import { nfts } from './es/nfts.js'
import { onramp } from './es/onramp.js'
import { pay } from './es/pay.js'
import { receive } from './es/receive.js'
import { send } from './es/send.js'
import { signIn } from './es/signIn.js'
import { swap } from './es/swap.js'
import { wallets } from './es/wallets.js'
import type { Sentences } from './sentences.js'

/** Spanish, the same for every country, all of it. */
export const es: Sentences = {
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
