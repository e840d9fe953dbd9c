import { LoggedIn } from '@foyer/custody/person'
import { addressIn, WalletAddresses } from '@foyer/login/loginCalls'
import * as v from 'valibot'
import { WalletError } from '../errors.js'
import { type CookiePage, pageCookie } from '../servers/pageCookie.js'
import type { DeviceStore } from '../vault/deviceStore.js'

/** Somebody who is logged in, as applications are answered: nothing of it is secret. */
const User = v.object({ ...LoggedIn.entries, addresses: WalletAddresses })
export type User = v.InferOutput<typeof User>

/** The user's address on a chain, or in a family. @throws WalletError where the wallet has none there */
export function addressOn({ addresses }: User, chain: string): string {
  const address = addressIn(addresses, chain.replace(/:.*/, ''))
  if (address === undefined) throw new WalletError({ sentence: 'error.network', rpcCode: 4901 })
  return address
}

/** `ending` renews the session for its own device only; any other ends it by that. */
const Remembered = v.object({ site: v.string(), ...User.entries, ending: v.nullable(v.string()) })

/** The visitor who is logged in in this frame. */
export interface Users {
  find(): User | undefined
  /** @throws WalletError where nobody is */
  get(): User
  /** The device has somebody from now on. */
  loggedIn(): void
  /** The wallet's own window has another session for them. */
  loggedInAgain(ending: string): void
  /** @returns what ends the session of the wallet's own window, where one has it */
  loggedOut(): string | undefined
}

export interface UsersParameters {
  readonly store: DeviceStore
  /** The page around, whose users these are. */
  readonly site: string
  readonly page: CookiePage
}

const keptSeconds = 30 * 86_400

/**
 * Where the browser keeps a device for the frame, whoever that device has. Where it keeps nothing, a cookie of this page's own, apart for each site that
 * the frame is under, says whose addresses they were, and by what their session is ended: the wallet itself is in the wallet's own storage, which only
 * its own window reaches.
 */
export function createUsers({ store, site, page }: UsersParameters): Users {
  let known: User | undefined
  const cookie = pageCookie(page, 'user')
  const recall = () => {
    const { success, output } = v.safeParse(
      v.pipe(v.string(), v.transform(decoded), v.parseJson(), Remembered),
      cookie.get(),
    )
    return success && output.site === site ? output : undefined
  }
  const rememberUser = (user: User, ending: string | null) =>
    cookie.set(encodeURIComponent(JSON.stringify({ ...user, site, ending })), keptSeconds)
  const ofDevice = (): User | undefined => {
    const { wallet, user } = store.get()
    return wallet && user ? { ...user, addresses: wallet.addresses } : undefined
  }
  const find = () => {
    if (store.isKept) return ofDevice()
    known ??= ofDevice() ?? recall()
    return known
  }
  return {
    find,
    get() {
      const user = find()
      if (!user) throw new WalletError({ sentence: 'error.signedOut', rpcCode: 4100 })
      return user
    },
    loggedIn() {
      known = ofDevice()
      if (!store.isKept && known) rememberUser(known, store.get().refreshToken)
    },
    loggedInAgain(ending) {
      const user = find()
      if (!store.isKept && user) rememberUser(user, ending)
    },
    loggedOut() {
      known = undefined
      if (store.isKept) return undefined
      const ending = recall()?.ending ?? store.get().refreshToken ?? undefined
      cookie.set('', 0)
      return ending
    },
  }
}

/** Decodes a part of an address; one that isn't well encoded counts as empty. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
