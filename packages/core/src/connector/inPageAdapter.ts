import type { Family } from '../chain/ids.js'
import type { Adapter, AdapterHost, Connector, ConnectRequest, RestoreRequest } from './connector.js'
import type { FamilyActions } from './family.js'
import type { LiveConnection } from './live.js'

/** The fields of a found wallet that its row shows. */
type FoundEntry = Pick<Connector, 'id' | 'type' | 'name' | 'icon' | 'rdns'>

/** The code of a family that is loaded once a wallet of it is used. */
export interface WalletConnections<Found> {
  readonly connectWallet: (of: { readonly found: Found; readonly request: ConnectRequest }) => Promise<LiveConnection>
  readonly restoreWallet: (of: {
    readonly found: Found
    readonly request: RestoreRequest
  }) => Promise<LiveConnection | null>
}

/** A search for a family's wallets in the page. */
export interface Discovering<Found> {
  readonly host: Pick<AdapterHost, 'announced' | 'injected' | 'clock'>
  readonly found: (wallet: Found) => void
}

interface InPageAdapter<F extends Family, Found> extends Pick<Adapter<F>, 'family' | 'type' | 'session'> {
  /** Looks for wallets in the page. @returns stops looking */
  readonly discover: (of: Discovering<Found>) => () => void
  readonly connections: () => Promise<WalletConnections<Found>>
  /** Reads networks, and speaks with a wallet elsewhere. */
  readonly actions: () => Promise<{ readonly actionsOn: (host: AdapterHost) => FamilyActions<F> }>
}

/**
 * The adapter of a family whose wallets are found in the page, with accounts that a key signs for. What isn't needed to find them is loaded when it is first used.
 *
 * @example
 * const load = onDemand({ chunk: 'near', load: () => import('./wallet.js') })
 * return inPageAdapter({ family: 'near', type: 'near', discover: discoverWallets, connections: load, actions: load })
 */
export const inPageAdapter = <F extends Family, Found extends FoundEntry>({
  discover,
  connections,
  actions,
  ...of
}: InPageAdapter<F, Found>): Adapter<F> => ({
  ...of,
  accountTypes: ['eoa'],
  discover: ({ host, register }) =>
    discover({
      host,
      found(found) {
        const { id, type, name, icon, rdns } = found
        register({
          ...{ id, type, name, icon, rdns },
          families: [of.family],
          connect: async (request) => (await connections()).connectWallet({ found, request }),
          restore: async (request) => (await connections()).restoreWallet({ found, request }),
        })
      },
    }),
  actions: async (host) => (await actions()).actionsOn(host),
})
