import type { ConnectorHost, LoginProfile, NetworkId } from '@foyer/core'
import * as v from 'valibot'
import { socialProviders, type UserSession } from '../protocol/messages.js'
import { toNetworkId } from '../protocol/networks.js'

/** The keys of what is kept of a login between visits, under the kit's own prefix [S3.25 S3.26]. */
const keys = {
  isUsed: 'embedded/email_login_used',
  email: 'embedded/email',
  provider: 'embedded/connected_social',
  userName: 'embedded/social_username',
  lastChain: 'embedded/last_used_chain',
  loginAt: 'embedded/last_email_login_time',
  asked: 'embedded/mails_asked',
  smartNetworks: 'embedded/smart_account_enabled_networks',
} as const

/** How long until another mail may be sent [S9.26]. */
export const coolDownMs = 30_000

const hourMs = 3_600_000

/** Askings for mails: whom to, and when. */
const Asked = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.tuple([v.pipe(v.number(), v.safeInteger()), v.pipe(v.number(), v.safeInteger())])),
)

const Email = v.pipe(v.string(), v.email())
const UserName = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const Digits = v.pipe(v.string(), v.regex(/^\d{1,15}$/))

/** The records that are kept of a login; one that was stored by another hand, or broken, counts as absent [F20]. */
export interface Records {
  /** A login by e-mail was used in this browser: only then is a session looked for at the start [S4.22]. */
  isUsed(): boolean
  email(): string | undefined
  /** By which way they logged in. */
  profile(): LoginProfile
  /** The network that was last used, as requests for the chain id are answered [S4.30]. */
  lastChain(): NetworkId | undefined
  /** ms since 1970: when the last mail was sent; undefined where that isn't known. */
  sentAt(): number | undefined
  /** ms since 1970: from then on another mail may be sent; undefined where it may by now [S5.30]. */
  againAt(): number | undefined
  sent(): void
  /** Counts an asking for a mail to an address. */
  asked(email: string): void
  /** How often this browser has asked for a mail to an address within the last hour: no server says whether one was sent [F3]. */
  askedInHour(email: string): number
  /** Somebody is logged in. */
  loggedIn(user: Pick<UserSession, 'email' | 'chainId'>, profile?: Partial<LoginProfile>): void
  /** They are by another address from now on [S4.25]. */
  emailIs(email: string): void
  arrived(chainId: string | number): void
  /** Of the networks on which the wallet has smart accounts, as a comma list. */
  setSmartNetworks(numbers: readonly number[]): void
  /** No visitor is logged in [S4.26 S4.27]. */
  clear(): void
}

const mostAskings = 50

/** A number in the place of an address, which would stay where somebody only typed it (FNV-1a). */
const markOf = (email: string): number =>
  [...email.trim().toLowerCase()].reduce(
    (mark, letter) => Math.imul(mark ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0,
    0x811c9dc5,
  )

export function createRecords({ storage, clock }: Pick<ConnectorHost, 'storage' | 'clock'>): Records {
  const read = <Kept extends v.GenericSchema<unknown, string>>(key: string, schema: Kept): string | undefined => {
    const { success, output } = v.safeParse(schema, storage.getItem(key))
    return success ? output : undefined
  }
  const arrived = (chainId: string | number) => {
    if (toNetworkId(chainId)) storage.setItem(keys.lastChain, `${chainId}`)
  }
  const sentAt = () => {
    const at = Number(read(keys.loginAt, Digits) ?? 0)
    // A time to come is another clock's: it counts for nothing.
    return at && at <= clock.now() ? at : undefined
  }
  const recent = () => {
    const { success, output } = v.safeParse(Asked, storage.getItem(keys.asked))
    const now = clock.now()
    return success ? output.filter(([, at]) => at <= now && now - at < hourMs) : []
  }
  return {
    sentAt,
    isUsed: () => storage.getItem(keys.isUsed) === 'true',
    email: () => read(keys.email, Email),
    profile: () => ({
      provider: socialProviders.find((each) => each === storage.getItem(keys.provider)) ?? 'email',
      userName: read(keys.userName, UserName),
    }),
    lastChain: () => toNetworkId(read(keys.lastChain, v.string()) ?? ''),
    againAt() {
      const again = (sentAt() ?? 0) + coolDownMs
      return clock.now() < again ? again : undefined
    },
    sent: () => storage.setItem(keys.loginAt, `${clock.now()}`),
    asked(email) {
      const all = [...recent(), [markOf(email), clock.now()] as const]
      storage.setItem(keys.asked, JSON.stringify(all.slice(-mostAskings)))
    },
    askedInHour: (email) => recent().filter(([mark]) => mark === markOf(email)).length,
    loggedIn({ email, chainId }, { provider, userName } = {}) {
      storage.setItem(keys.isUsed, 'true')
      if (email) storage.setItem(keys.email, email)
      for (const [key, value] of [
        [keys.provider, provider === 'email' ? undefined : provider],
        [keys.userName, userName],
      ] as const)
        if (value) storage.setItem(key, value)
        else storage.removeItem(key)
      storage.removeItem(keys.loginAt)
      arrived(chainId)
    },
    emailIs(email) {
      storage.setItem(keys.email, email)
      storage.removeItem(keys.loginAt)
    },
    arrived,
    setSmartNetworks: (numbers) => storage.setItem(keys.smartNetworks, numbers.join(',')),
    clear() {
      for (const key of [keys.isUsed, keys.email, keys.provider, keys.userName, keys.lastChain]) storage.removeItem(key)
    },
  }
}
