import { decodeBytes } from '@foyer/custody/bytes'
import { readWalletCall } from '@foyer/login/loginCalls'
import type { OwnDoor } from '@foyer/login/ownDoor'
import { logInByDoorCall } from '@foyer/login/ownPageCalls'
import { WalletError } from '../errors.js'
import { RefusedError } from '../servers/servers.js'
import type { Continuation } from './continuation.js'
import type { LoginParameters } from './login.js'
import { addDeviceDoor } from './openWallet.js'

/** A door of the visitor's own that is open: by this its wallet is had on a page of the wallet's, whatever the visitor opened it with. */
export interface OpenedDoor {
  readonly wallet: string
  readonly door: OwnDoor
  /** Opens the door's wrap; it can be used, and not read. */
  readonly key: CryptoKey
  /** Proves to the login server that the door was opened. */
  readonly proof: string
}

export interface EnterByDoor {
  readonly opened: OpenedDoor
  /** The person whose wallet is asked for; that which the door opens unless said. */
  readonly person?: string | undefined
}

/**
 * Logs in by an open door, and gives this device a door of its own: without a mail and without the keeper. The device's key signs the proof together with
 * the site, over a nonce of the login server's: taken on the way, it logs nobody else in.
 * @throws WalletError where it is another's wallet, or opens none
 */
export async function enterByDoor(
  parameters: LoginParameters,
  { opened: { wallet, door: own, key, proof }, person }: EnterByDoor,
): Promise<void> {
  const { servers, session, store, site, projectId, keepsIn } = parameters
  const { door, kind, wrap } = own
  const begun = await servers
    .signed(logInByDoorCall, { door, proof, site, projectId, keepsIn })
    .catch((cause: unknown) => {
      if (cause instanceof RefusedError && cause.refusal === 'door_unknown')
        throw new WalletError({ sentence: 'error.doorWrong', cause })
      throw cause
    })
  if (begun.wallet !== wallet || (person !== undefined && begun.person !== person)) {
    await session.end(begun.refreshToken)
    throw new WalletError({ sentence: 'error.doorWrong' })
  }
  const opening = { ...parameters, token: begun.accessToken, person: begun.person }
  const { vault } = await servers.signed(readWalletCall, { wallet }, opening)
  const from = { door, kind, key, wrap: decodeBytes(wrap) }
  const kept = await addDeviceDoor(opening, { wallet, vault, from })
  await store.set({ wallet: kept, ceremony: null, social: null })
  await session.begin(begun)
}

/** The same for a login that waits: whose wallet was asked for, and nobody else's. @throws WalletError */
export async function continueByDoor({ login, asked, entered }: Continuation, opened: OpenedDoor): Promise<void> {
  await enterByDoor(login, { opened, person: asked.person })
  entered()
}
