import type { WalletNetwork } from '@foyer/core/words'
import type { AskedRequest } from '../family.js'
import type { BitcoinAccount } from './accounts.js'
import type { BitcoinParameters } from './networks.js'

/** The dependencies of a request. */
export interface BitcoinContext extends AskedRequest {
  readonly network: WalletNetwork
  readonly parameters: BitcoinParameters
  /** The wallet’s accounts on the network, of which a payment’s change may be any. */
  readonly accounts: readonly BitcoinAccount[]
  /** Those that the session was granted. */
  readonly granted: readonly BitcoinAccount[]
}

/** The granted account that a request names by its payment address. */
export const accountNamed = ({ granted }: BitcoinContext, address: string): BitcoinAccount | undefined =>
  granted.find(({ payment }) => payment.address === address)
