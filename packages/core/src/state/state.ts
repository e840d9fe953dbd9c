import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { Family, NetworkId } from '../chain/ids.js'
import type { Features, ThemeMode, ThemeVariables } from '../config/options.js'
import type { ConnectorEntry } from '../connector/connector.js'
import type { Alert } from '../errors/alerts.js'
import type { Network } from '../networks/network.js'
import type { ConnectionState } from './connection.js'
import type { ViewState } from './viewState.js'

/** A short word to the visitor that goes by itself. */
export interface Snackbar {
  readonly variant: 'success' | 'error' | 'loading'
  readonly message: PlainSentenceKey
  /** Whether the pressed control shows it by itself; the words are for screen readers. */
  readonly inPlace?: boolean | undefined
}

/** A wallet that the visitor used before, kept between visits [S9.8]. */
export interface RecentWallet {
  readonly id: string
  readonly name: string
  readonly rdns?: string | undefined
  readonly icon?: string | undefined
  readonly families: readonly Family[]
}

export interface Theme {
  /** Undefined: as the visitor's system says. */
  readonly mode: ThemeMode | undefined
  readonly variables: ThemeVariables
}

/** Everything live about a kit: plain, serialisable data. Fetched data isn't here but with its query. */
export interface FoyerState {
  /** `start()` has run: wallets are listened for, connections are being restored. */
  readonly started: boolean
  /** Followed from the first opening, or a connection to restore, on; true until then. */
  readonly online: boolean
  /** The networks that the host configured, and those it added since. */
  readonly networks: readonly Network[]
  /** The ways to a wallet that are known by now. */
  readonly connectors: readonly ConnectorEntry[]
  readonly connection: ConnectionState
  /** The active chain family. */
  readonly family: Family
  /** Each family's network while no wallet says otherwise, and the last one while it did [S4.6]. */
  readonly chosen: Partial<Readonly<Record<Family, NetworkId>>>
  readonly view: ViewState
  /** The family that the connect view offers wallets of; undefined offers all [S2.15 S2.23]. */
  readonly connectorFilter?: Family | undefined
  /** The connected visitor has to sign in, or is disconnected [S2.18]. */
  readonly mustSignIn?: boolean | undefined
  readonly recents: readonly RecentWallet[]
  readonly theme: Theme
  readonly features: Features
  /** The visitor has agreed to the host's terms: asked for only with `features.legalCheckbox`. */
  readonly termsAgreed?: boolean | undefined
  readonly alert?: Alert | undefined
  readonly snackbar?: Snackbar | undefined
  /** The connector whose own surface is over the page, such as the frame of a login's wallet. */
  readonly surface?: { readonly connectorId: string } | undefined
  /** Nothing can be seen of that yet. */
  readonly isSurfaceAwaited?: boolean | undefined
}

/** Nothing connected, nothing under way: the connections of a kit that hasn't started, and of one that was stopped. */
export const noConnections: ConnectionState = { connections: {}, active: {}, pending: {}, attempts: {} }
