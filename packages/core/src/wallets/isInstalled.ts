import type { ConnectorEntry } from '../connector/connector.js'
import { isConnectorOf } from './explorerIdOf.js'
import type { ListedWallet } from './listedWallet.js'

const inPage: ReadonlySet<string> = new Set(['INJECTED', 'ANNOUNCED', 'MULTI_CHAIN'])

/** The connector by which a wallet is in the page: by its rdns, its id in the directory, or by its name if it is one for browsers. */
export function installedAs(wallet: ListedWallet, connectors: readonly ConnectorEntry[]): ConnectorEntry | undefined {
  const name = wallet.injected?.length ? wallet.name.toLowerCase() : undefined
  return connectors.find(
    (connector) =>
      inPage.has(connector.type) && (isConnectorOf(connector, wallet) || connector.name.toLowerCase() === name),
  )
}

export const isInstalled = (wallet: ListedWallet, connectors: readonly ConnectorEntry[]): boolean =>
  installedAs(wallet, connectors) !== undefined

/** Wallets that are here come first; else the order stays. */
export function installedFirst<W extends ListedWallet>(
  wallets: readonly W[],
  connectors: readonly ConnectorEntry[],
): W[] {
  const here = new Set(wallets.filter((wallet) => isInstalled(wallet, connectors)))
  return [...here, ...wallets.filter((wallet) => !here.has(wallet))]
}
