import { type Adapter, type Connector, onDemand } from '@foyer/core'
import { discoverWallets, type FoundWallet } from './discovery/discoverWallets.js'

/**
 * The adapter of NEAR (`near`): finds wallets in the page that announce themselves as NEAR Connect has it, or sit at `window.near` and its kin. What isn't
 * needed to find wallets is loaded when it is first used.
 *
 * @see NEP-413
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [nearMainnet], adapters: [near()] })
 */
export function near(): Adapter<'near'> {
  const load = onDemand({ chunk: 'near', load: () => import('./wallet.js') })
  const connectorOf = (found: FoundWallet): Connector => {
    const { source: _, kind: __, ...entry } = found
    return {
      ...entry,
      families: ['near'],
      connect: async (request) => (await load()).connectWallet({ found, request }),
      restore: async (request) => (await load()).restoreWallet({ found, request }),
    }
  }
  return {
    family: 'near',
    type: 'near',
    accountTypes: ['eoa'],
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['near_getAccounts', 'near_signMessage', 'near_signTransaction'] },
    discover: ({ host, register }) => discoverWallets({ host, found: (wallet) => register(connectorOf(wallet)) }),
    actions: async (host) => (await load()).actionsOn(host),
  }
}
