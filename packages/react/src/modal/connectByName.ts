import type { Foyer, FoyerState, SocialProvider } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import { type ChosenWallet, followChoice, installedAs, type ListedWallet, walletByName } from '@foyer/core/wallets'
import type { ConnectedWallet } from '../button/useFoyerWallet.js'
import { isSocial, type WalletName, walletNames } from '../walletButton/walletNames.js'
import { loginRoute } from './login/loginRoute.js'

/**
 * Opens the modal where a wallet is connected, and waits for what comes of it.
 *
 * @param opened - the provider's window, where the press has opened one; null where the browser has refused it
 * @throws AbortedError when the modal is closed, or shows something else, before a wallet is connected · what asking for the wallet throws
 */
export async function connectByName(foyer: Foyer, name: WalletName, opened?: Window | null): Promise<ConnectedWallet> {
  const before = foyer.store.getState().connection.connections
  if (name === 'email') {
    foyer.open(loginRoute(name))
    return outcomeOf({ foyer, before })
  }
  if (isSocial(name)) {
    await openSocial({ foyer, provider: name, opened })
    return outcomeOf({ foyer, before })
  }
  const chosen = await chosenBy(foyer, name)
  await followChoice(foyer, { chosen, lead: (route) => foyer.open(route) })
  return outcomeOf({ foyer, before })
}

/** The view begins the login as it is entered: what says so is there before it is. */
async function openSocial({
  foyer,
  provider,
  opened,
}: {
  readonly foyer: Foyer
  readonly provider: SocialProvider
  readonly opened: Window | null | undefined
}): Promise<void> {
  const [{ takeLoginWindow }] = await Promise.all([import('./login/loginRoom.js'), contextOf(foyer).queries()])
  if (opened !== undefined) takeLoginWindow(foyer, opened)
  foyer.open(loginRoute(provider))
}

async function chosenBy(foyer: Foyer, name: Exclude<WalletName, 'email' | SocialProvider>): Promise<ChosenWallet> {
  if (name === 'walletConnect')
    return { kind: 'connector', group: name, connectorId: name, name: walletNames[name], asksChain: false }
  const { walletButtonIds } = await contextOf(foyer).queries()
  const named: ListedWallet = { id: walletButtonIds[name], name: walletNames[name] }
  // One that is in the page is known without a request.
  const here = installedAs(named, foyer.store.getState().connectors) !== undefined
  return here || !contextOf(foyer).api ? named : ((await walletByName(foyer, name)) ?? named)
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
