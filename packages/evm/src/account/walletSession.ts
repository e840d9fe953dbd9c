import { type AdapterHost, type Eip1193Provider, type Foyer, type NetworkId, networkIdOf } from '@foyer/core'
import { NamespaceNotConfiguredError, NetworkOrAddressUndefinedError } from '@foyer/core/errors'

/** The live EVM session of a kit: whom to ask, for which account, on which network. */
export interface WalletSession {
  readonly provider: Eip1193Provider
  readonly address: string
  /** The network that the wallet is on. */
  readonly networkId: NetworkId
  readonly host: AdapterHost
}

/** @throws NamespaceNotConfiguredError where no EVM wallet is connected [S5.7] · NetworkOrAddressUndefinedError where it tells no account or network */
export function walletSessionOf(foyer: Foyer): WalletSession {
  const provider = foyer.provider('eip155')
  const { address } = foyer.account('eip155')
  const networkId = networkIdOf(foyer.store.getState(), 'eip155')
  if (!provider) throw new NamespaceNotConfiguredError({ family: 'eip155' })
  if (address === undefined || networkId === undefined)
    throw new NetworkOrAddressUndefinedError({ action: 'asking the wallet' })
  return { provider, address, networkId, host: foyer.context.adapterHost }
}
