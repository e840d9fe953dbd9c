import type { Api } from './api/createApi.js'
import type { Family } from './chain/ids.js'
import type { Foyer } from './foyer.js'

/** Everything that a kit needs once a wallet is in play; loaded with the first press, or with a connection to restore. */
export interface ConnectionControls extends Pick<Foyer, 'connect' | 'disconnect' | 'switchNetwork'> {
  /** Watches the store until `stop`; more than once is once. */
  start(): void
  stop(): void
  restore(families: readonly Family[]): Promise<void>
  /** Another tab has changed what is stored under a key. */
  followTab(key: string): void
}

/** What a kit's first press needs: the rules of its modal, and the way to what connects. */
export interface KitControls extends Pick<Foyer, 'open' | 'close' | 'provider'> {
  /** @throws ChunkLoadError */
  connection(): Promise<ConnectionControls>
  /** @throws ChunkLoadError */
  loadQueries(): Promise<typeof import('./queries.js')>
  /** The kit's client of its operator's server, made once. @throws ChunkLoadError */
  openApi(origin: string): Promise<Api>
}
