import type { Sentences } from './sentences.js'
import { account } from './zh/account.js'
import { activity } from './zh/activity.js'
import { alert } from './zh/alert.js'
import { button } from './zh/button.js'
import { connect } from './zh/connect.js'
import { connecting } from './zh/connecting.js'
import { error } from './zh/error.js'
import { family } from './zh/family.js'
import { help } from './zh/help.js'
import { names } from './zh/names.js'
import { network } from './zh/network.js'
import { nfts } from './zh/nfts.js'
import { onramp } from './zh/onramp.js'
import { pairing } from './zh/pairing.js'
import { pay } from './zh/pay.js'
import { receive } from './zh/receive.js'
import { send } from './zh/send.js'
import { shell } from './zh/shell.js'
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
  ...connecting,
  ...error,
  ...family,
  ...help,
  ...names,
  ...network,
  ...nfts,
  ...pairing,
  ...send,
  ...onramp,
  ...receive,
  ...pay,
  ...shell,
  ...signIn,
  ...swap,
  ...wallets,
}
