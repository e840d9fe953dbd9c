import { emailOf } from '@foyer/custody/person'
import { createOpenBy, type OpenBy } from '../doors/openBy.js'
import type { PasskeyBrowser } from '../doors/passkey.js'
import { WalletError } from '../errors.js'
import type { AskedApproval, AskedSigning } from '../exchange/exchange.js'
import { type Continuation, releasedBy } from '../login/continuation.js'
import { createOwnLogin, type OwnLogin } from '../login/ownLogin.js'
import { createSign } from '../login/sign.js'
import { openDevice } from '../servers/device.js'
import type { WalletSettings } from '../settings.js'
import type { DeviceDatabase } from '../vault/deviceDatabase.js'
import type { RunTask } from '../vault/runTask.js'

/** The wallet as a window of its own has it, for one site whose frame the browser keeps nothing for. */
export interface OwnWallet extends Pick<OwnLogin, 'login' | 'screen'> {
  readonly site: string
  /** Whether the window keeps what the frame's login had made. */
  readonly hasKept: boolean
  /** The mailbox that a login here is sent to; null for a visitor who logs in at a provider. */
  readonly email: string | null
  /** Whether the account that is asked for opens here. Else a login comes first. */
  isOpen(): boolean
  /** By what the session of a login here is ended. */
  ending(): string | null
  /** Has the keeper release the wallet to this window, where it knows this browser. */
  continueHere(continuation: Continuation): Promise<void>
  readonly openBy: OpenBy
  /** Signs what was approved. @throws WalletError where the session is over, or a server is away */
  sign(): Promise<readonly Uint8Array[]>
}

export interface OwnWalletParameters {
  readonly approval: AskedApproval
  readonly signing: AskedSigning
  readonly keeperKeys: WalletSettings['keeperKeys']
  /** The device of a site, or the browser's own. */
  readonly databaseOf: (site?: string) => DeviceDatabase
  readonly run: RunTask
  readonly passkeys: PasskeyBrowser | undefined
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** Opens the device of a site in the window's own storage; one that the frame gives takes its place. */
export async function openOwnWallet(parameters: OwnWalletParameters): Promise<OwnWallet> {
  const { approval, signing, keeperKeys, databaseOf, run, passkeys, now, report } = parameters
  const { site, hashes } = approval
  const { person, projectId, signer, payloads, device } = signing
  const { store, servers, session } = await openDevice({
    ...parameters,
    database: databaseOf(site),
    given: device ?? undefined,
  })
  const opening = { servers, store, run, keeperKeys, now }
  // Every site's device has a session of its own here, where a cookie would be all of theirs.
  const at = { site, projectId, keepsIn: 'page' } as const
  const { login, screen } = createOwnLogin({ ...opening, ...at, session, report })
  const sign = createSign({ servers, session, store, run })
  const isOpen = () => {
    const { wallet, user } = store.get()
    const has = wallet?.addresses.some(({ family, address }) => family === signer.family && address === signer.address)
    return user?.person === person && has === true
  }
  return {
    ...{ site, hasKept: device !== null && store.isKept, email: emailOf(person), isOpen, login, screen },
    openBy: createOpenBy({ servers, passkeys }),
    ending: () => store.get().refreshToken,
    async continueHere({ asked, released }) {
      const browser = await openDevice({ ...parameters, database: databaseOf() })
      await released(await releasedBy(browser.servers, asked))
    },
    async sign() {
      if (!isOpen()) throw new WalletError({ sentence: 'error.signedOut' })
      return sign({ ...signer, payloads, approved: hashes })
    },
  }
}
