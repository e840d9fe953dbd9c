import { endSessionCall, renewSessionCall, type Session } from '@foyer/login/loginCalls'
import { WalletError } from '../errors.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import { RefusedError, type Servers } from './servers.js'

/** The login's session: what is renewed by a cookie that no script reads, or by what the device keeps where cookies don't work. */
export interface SessionHolder {
  /** An access token that is valid for a while. @throws WalletError (`error.signedOut`) where the session is over */
  token(): Promise<string>
  /** Renews it at once, as who it is of has changed. @throws WalletError as `token` */
  renew(): Promise<void>
  /** Takes what a login gave. */
  begin(session: Session): Promise<void>
  /** Ends it, here at once and at the server if that answers; or another one that this token renews. */
  end(refreshToken?: string): Promise<void>
}

export interface SessionParameters {
  readonly servers: Servers
  readonly store: DeviceStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** An access token is renewed this long before it ends, in milliseconds. */
const spareMs = 30_000

export function createSession({ servers, store, now, report }: SessionParameters): SessionHolder {
  let current: Session | undefined
  let renewing: Promise<Session> | undefined
  const begin = async (session: Session) => {
    current = session
    const { person, email, userName, refreshToken = null } = session
    const { wallet: kept } = store.get()
    // The wallet may have gone to another address of its person's meanwhile, on this device or on another.
    const wallet = kept !== null && kept.wallet === session.wallet ? { ...kept, person } : kept
    await store.set({ user: { person, email, userName }, wallet, refreshToken })
  }
  const renew = async (): Promise<Session> => {
    const { refreshToken } = store.get()
    try {
      const session = await servers.signed(renewSessionCall, refreshToken === null ? {} : { refreshToken })
      await begin(session)
      return session
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      current = undefined
      await store.set({ user: null, refreshToken: null })
      throw new WalletError({ sentence: 'error.signedOut', rpcCode: 4100, cause: error })
    }
  }
  // Two at once would use the renewing token twice, which ends the session.
  const renewOnce = () => {
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  return {
    async token() {
      if (store.get().user === null) throw new WalletError({ sentence: 'error.signedOut', rpcCode: 4100 })
      if (current && current.expiresAt * 1_000 - spareMs > now()) return current.accessToken
      return (await renewOnce()).accessToken
    },
    async renew() {
      await renewOnce()
    },
    begin,
    async end(refreshToken = store.get().refreshToken ?? undefined) {
      current = undefined
      await store.set({ user: null, refreshToken: null })
      // Without a token, the cookie says which.
      await servers.signed(endSessionCall, { refreshToken }).catch(report)
    },
  }
}
