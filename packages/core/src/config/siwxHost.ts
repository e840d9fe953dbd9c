import type { Api } from '../api/project.js'
import type { NetworkId } from '../chain/ids.js'
import type { Clock } from '../clock/clock.js'
import type { ConnectorEntry } from '../connector/connector.js'
import { writeSiwxMessage } from '../siwx/index.js'
import type { SignedText, Siwx, SiwxMessage, SiwxRequest } from '../siwx/siwx.js'
import type { KeyValueStorage } from '../storage/persistence.js'

/** The kit's parts that the store of its sign-ins needs. */
export interface SiwxHost {
  readonly clock: Clock
  /** A corner of the browser's storage. Never throws; where there is no storage, what is written is gone. */
  readonly storage: KeyValueStorage
  /** Returns the page's host, and its address without query and fragment, which may hold secrets. */
  readonly page: () => { readonly domain: string; readonly uri: string }
  /**
   * Whether an account has signed a text, by the adapter of its family.
   * @throws NetworkNotConfiguredError · AdapterNotFoundError where none verifies the family's messages · ChunkLoadError
   */
  readonly verify: (signed: SignedText) => Promise<boolean>
  /** The operator's server; undefined where the host named none. */
  readonly api: (() => Promise<Api>) | undefined
  /** The wallet that is connected. */
  readonly wallet: () => ConnectorEntry | undefined
  /** The network that the visitor is on. */
  readonly networkId: () => NetworkId | undefined
  /** To be called where who is signed in may have changed without the kit: `getSessions` is called again. */
  readonly changed: () => void
  /** Hands over what ends with the kit: a timer, a listener. */
  readonly onStop: (end: () => void) => void
  /** Reports what no call rejects with. */
  readonly report: (error: unknown) => void
}

/**
 * Makes what keeps a kit's sign-ins, once there is somebody to sign in: its code is loaded then.
 *
 * @returns undefined where there is no sign-in after all
 */
export type SiwxFactory = (host: SiwxHost) => Siwx | undefined | Promise<Siwx | undefined>

/** Builds the message that a visitor of this page is to sign, with a nonce; what is left out isn't in it. */
export function siwxRequest({
  host,
  request: { accountAddress, chainId, notBefore },
  now,
  nonce,
  statement,
  resources,
  expirationTime,
}: Pick<SiwxMessage, 'nonce' | 'statement' | 'resources' | 'expirationTime'> & {
  readonly host: Pick<SiwxHost, 'page'>
  /** When it is issued, in ms since 1970. */
  readonly now: number
  readonly request: Parameters<Siwx['createMessage']>[0]
}): SiwxRequest {
  const data: SiwxMessage = {
    ...host.page(),
    accountAddress,
    chainId,
    version: '1',
    nonce,
    issuedAt: new Date(now).toISOString(),
    ...(expirationTime === undefined ? {} : { expirationTime }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(statement === undefined ? {} : { statement }),
    ...(resources === undefined ? {} : { resources }),
  }
  return { ...data, toString: () => writeSiwxMessage(data) }
}
