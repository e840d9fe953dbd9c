import { account } from './es/account.js'
import { activity } from './es/activity.js'
import { alert } from './es/alert.js'
import { button } from './es/button.js'
import { connect } from './es/connect.js'
import { connecting } from './es/connecting.js'
import { error } from './es/error.js'
import { family } from './es/family.js'
import { help } from './es/help.js'
import { names } from './es/names.js'
import { network } from './es/network.js'
import { nfts } from './es/nfts.js'
import { onramp } from './es/onramp.js'
import { pairing } from './es/pairing.js'
import { pay } from './es/pay.js'
import { receive } from './es/receive.js'
import { send } from './es/send.js'
import { shell } from './es/shell.js'
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
