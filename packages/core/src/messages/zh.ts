import type { Sentences } from './sentences.js'
import { account } from './zh/account.js'
import { activity } from './zh/activity.js'
import { alert } from './zh/alert.js'
import { button } from './zh/button.js'
import { connect } from './zh/connect.js'
import { error } from './zh/error.js'
import { help } from './zh/help.js'
import { names } from './zh/names.js'
import { network } from './zh/network.js'
import { nfts } from './zh/nfts.js'
import { onramp } from './zh/onramp.js'
import { pay } from './zh/pay.js'
import { receive } from './zh/receive.js'
import { send } from './zh/send.js'
import { signIn } from './zh/signIn.js'
import { swap } from './zh/swap.js'
import { wallets } from './zh/wallets.js'

/** Chinese, in simplified characters, all of it. */
export const zh: Sentences = {
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
