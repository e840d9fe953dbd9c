import type { WalletNetwork } from '@foyer/core/words'
import type { AskedRequest, FamilyHost, SigningAccount } from '../family.js'

/** The dependencies of a request: the accounts, the wallet, and the session's network. */
export interface Context extends AskedRequest {
  readonly host: FamilyHost
  readonly network: WalletNetwork
  readonly accounts: readonly SigningAccount[]
}

/** The key for an address, if it is one that the session was granted. */
export function granted({ addresses, accounts }: Context, address: string): SigningAccount | undefined {
  const isGranted = addresses.some((each) => each.toLowerCase() === address.toLowerCase())
  return isGranted ? accounts.find(isAt(address)) : undefined
}

export const isAt =
  (wanted: string) =>
  ({ address }: SigningAccount): boolean =>
    address.toLowerCase() === wanted.toLowerCase()
