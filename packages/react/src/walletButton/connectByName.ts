import type { Foyer, FoyerState } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import { isMobile } from '@foyer/core/platform'
import { chooseWallet, installedAs, type ListedWallet, type WalletChoice, walletByName } from '@foyer/core/wallets'
import { openWalletLink } from '../modal/openWalletLink.js'
import type { ConnectedWallet } from '../useFoyerWallet.js'
import { type WalletName, walletNames } from './walletNames.js'

/**
 * Opens the modal where a wallet is connected, and waits for what comes of it.
 *
 * @throws AbortedError when the modal is closed, or shows something else, before a wallet is connected · what asking for the wallet throws
 */
export async function connectByName(foyer: Foyer, wallet: WalletName): Promise<ConnectedWallet> {
  const { route, link } = await choiceOf(foyer, wallet)
  contextOf(foyer).track({ event: 'SELECT_WALLET', properties: { name: walletNames[wallet], platform: 'browser' } })
  const before = foyer.store.getState().connection.connections
  foyer.open(route)
  if (link !== undefined) openWalletLink(link)
  return outcomeOf({ foyer, before })
}

async function choiceOf(foyer: Foyer, name: WalletName): Promise<WalletChoice> {
  if (name === 'walletConnect') return { route: { view: isMobile() ? 'AllWallets' : 'ConnectingWalletConnect' } }
  const { walletButtonIds } = await contextOf(foyer).queries()
  const named: ListedWallet = { id: walletButtonIds[name], name: walletNames[name] }
  // One that is in the page is known without a request.
  const here = installedAs(named, foyer.store.getState().connectors) !== undefined
  const wallet = here || !contextOf(foyer).api ? named : ((await walletByName(foyer, name)) ?? named)
  return chooseWallet(foyer, wallet)
}

type Connections = FoyerState['connection']['connections']

/** The connection that comes while the modal shows what was opened; the first to come is the wanted one. */
function outcomeOf({
  foyer,
  before,
}: {
  readonly foyer: Foyer
  readonly before: Connections
}): Promise<ConnectedWallet> {
  const { store } = foyer
  const [begun] = store.getState().view.history
  return new Promise((resolve, reject) => {
    const look = ({ connection, view }: FoyerState) => {
      const fresh = Object.values(connection.connections).find(({ id }) => before[id] === undefined)
      const [account] = fresh?.accounts ?? []
      if (account && fresh) {
        stop()
        const { namespace: family, address } = account
        resolve({ family, address, networkId: fresh.networks[family] })
      } else if (!view.open || view.history[0] !== begun) {
        stop()
        reject(new AbortedError())
      }
    }
    const stop = store.subscribe(look)
    look(store.getState())
  })
}
