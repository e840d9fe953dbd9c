import { account, network } from './en/account.js'
import { alert } from './en/alert.js'
import { help, refusal, wallets } from './en/wallets.js'

type English = typeof account & typeof alert & typeof help & typeof network & typeof refusal & typeof wallets

/** The English sentences of every view but the first: what it doesn't say doesn't delay it. */
export const enViews: English = {
  ...account,
  ...alert,
  ...help,
  ...network,
  ...refusal,
  ...wallets,
}
