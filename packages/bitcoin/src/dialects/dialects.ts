import type { DialectName } from '../discovery/discoverWallets.js'
import { leather } from './leather.js'
import { phantom } from './phantom.js'
import { satsConnect } from './satsConnect.js'
import { unisat } from './unisat.js'
import type { Dialect } from './wallet.js'
import { walletStandard } from './walletStandard.js'

/** What speaks with a wallet, by the dialect that it was found to speak. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  leather,
  phantom,
  'sats-connect': satsConnect,
  unisat,
  'wallet-standard': walletStandard,
}
