import { account } from './en/account.js'
import { alert } from './en/alert.js'
import { connecting } from './en/connecting.js'
import { family } from './en/family.js'
import { help } from './en/help.js'
import { network } from './en/network.js'
import { pairing } from './en/pairing.js'
import { refusal } from './en/refusal.js'
import { wallets } from './en/wallets.js'

type English = typeof account &
  typeof alert &
  typeof connecting &
  typeof family &
  typeof help &
  typeof network &
  typeof pairing &
  typeof refusal &
  typeof wallets

/** The English sentences of every view but the first: what it doesn't say doesn't delay it. */
export const enViews: English = {
  ...account,
  ...alert,
  ...connecting,
  ...family,
  ...help,
  ...network,
  ...pairing,
  ...refusal,
  ...wallets,
}
