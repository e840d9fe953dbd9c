import type { WalletNetwork } from '@foyer/core/words'
import { delegationManager } from '../delegate.js'
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

interface Called {
  readonly to?: string | undefined
  readonly data?: string | undefined
}

/** `enableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes))` of the delegation manager. */
const enabling = '0x3ed01015'

/** Why an application's call isn't carried out, whatever the visitor would say to it; undefined for one that may be. */
export function forbiddenCall({ to = '', data = '0x' }: Called, address: string): string | undefined {
  const isTo = (other: string) => to.toLowerCase() === other.toLowerCase()
  // By the account's own code others could do what they could do by no call.
  if (data !== '0x' && isTo(address)) return 'The wallet doesn’t send data to the account’s own address.'
  if (isTo(delegationManager) && data.toLowerCase().startsWith(enabling))
    return 'The wallet doesn’t bring back a permission that was ended: ask for another.'
  return undefined
}
