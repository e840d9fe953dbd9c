import { type Clock, type LoginProfile, type SocialProvider, systemClock } from '@foyer/core'
import { TooManyCodesError } from '@foyer/core/errors'

/** How many wrong codes end a login. */
const maxWrongCodes = 3
/** How long a mail must be older before another is sent. */
const againMs = 30_000
/** How long a code or a link holds. */
const codeMs = 20 * 60_000

/** A mail that was sent. */
export interface TestMail {
  readonly to: string
  readonly kind: 'link' | 'code'
  /** Of a mail with a code. */
  readonly code: string | undefined
  readonly sentAt: number
}

/** The server side of a scripted login: a mailbox, devices, and people who have finished at a social provider. Nothing leaves the page. */
export interface TestLoginServer {
  /** Oldest first. */
  readonly mails: readonly TestMail[]
  /** Follows the link that was sent to somebody: the device is let in. */
  approveDevice(email: string): void
  /** Somebody has logged in in the provider's window, or on its page. */
  finishSocial(state: string, person?: Omit<LoginProfile, 'provider'> | undefined): void
  /** The state of the social login that was begun last. */
  readonly newestState: string | undefined
  /** Another e-mail address or name: those who are logged in see it. */
  changeProfile(profile: LoginProfile): void

  /** @internal */
  isKnown(email: string): boolean
  /** Sends one where none was sent within the wait. @internal */
  send(mail: Pick<TestMail, 'to' | 'kind'>): void
  /** ms since 1970. @internal */
  againAt(email: string): number | undefined
  /** ms since 1970: until then the newest mail is good. @internal */
  expiresAt(email: string): number | undefined
  /** How many were sent to an address within the last hour. @internal */
  sentInHour(email: string): number
  /** @internal @throws TooManyCodesError */
  isRight(email: string, code: string): boolean
  /** @internal */
  approved(email: string): Promise<void>
  /** @internal */
  begin(provider: SocialProvider): { readonly state: string; readonly url: string }
  /** @internal */
  finished(state: string): Promise<LoginProfile>
  /** @internal */
  onProfile(listener: (profile: LoginProfile) => void): () => void
}

export interface TestLoginServerOptions {
  readonly clock?: Clock | undefined
  /** Addresses whose device is let in already. */
  readonly knownDevices?: readonly string[] | undefined
}

interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
}

function deferred<T>(): Deferred<T> {
  let resolve = (_: T) => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/**
 * Makes the server of a {@link testLogin}; one may serve the logins of two pages, as where a page is left and loaded again.
 *
 * @example
 * const server = createTestLoginServer({ clock })
 * server.approveDevice('ada@example.com')
 * const code = server.mails.at(-1)?.code
 */
export function createTestLoginServer({
  clock = systemClock,
  knownDevices = [],
}: TestLoginServerOptions = {}): TestLoginServer {
  const known = new Set(knownDevices)
  const approvals = new Map<string, Deferred<void>>()
  const listeners = new Set<(profile: LoginProfile) => void>()
  const { newest, ...social } = socialLogins()
  return {
    ...mailbox(clock),
    ...social,
    get newestState() {
      return newest()
    },
    approveDevice(email) {
      known.add(email)
      approvals.get(email)?.resolve()
    },
    changeProfile(profile) {
      for (const listener of listeners) listener(profile)
    },
    isKnown: (email) => known.has(email),
    approved(email) {
      const approval = approvals.get(email) ?? deferred<void>()
      approvals.set(email, approval)
      return approval.promise
    },
    onProfile(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const hourMs = 3_600_000

/** The mails that were sent, and the codes in them. */
function mailbox(
  clock: Clock,
): Pick<TestLoginServer, 'mails' | 'send' | 'againAt' | 'expiresAt' | 'sentInHour' | 'isRight'> {
  const mails: TestMail[] = []
  const wrong = new Map<string, number>()
  const newest = (email: string) => mails.filter(({ to }) => to === email).at(-1)
  const after = (ms: number) => (email: string) => {
    const sentAt = newest(email)?.sentAt
    return sentAt === undefined ? undefined : sentAt + ms
  }
  const againAt = after(againMs)
  return {
    mails,
    send({ to, kind }) {
      const isSent = newest(to)?.kind === kind && clock.now() < (againAt(to) ?? 0)
      if (isSent) return
      const code = `${(mails.length * 271_828 + 314_159) % 1_000_000}`.padStart(6, '0')
      mails.push({ to, kind, code: kind === 'code' ? code : undefined, sentAt: clock.now() })
      wrong.delete(to)
    },
    againAt,
    expiresAt: after(codeMs),
    sentInHour: (email) => mails.filter(({ to, sentAt }) => to === email && clock.now() - sentAt < hourMs).length,
    isRight(email, code) {
      const mail = newest(email)
      if (mail?.code === code && clock.now() < mail.sentAt + codeMs) return true
      const count = (wrong.get(email) ?? 0) + 1
      wrong.set(email, count)
      if (count >= maxWrongCodes) throw new TooManyCodesError()
      return false
    },
  }
}

/** The logins at social providers, by their state. */
function socialLogins(): Pick<TestLoginServer, 'begin' | 'finished' | 'finishSocial'> & {
  readonly newest: () => string | undefined
} {
  const socials = new Map<string, Deferred<LoginProfile> & { readonly provider: SocialProvider }>()
  return {
    newest: () => [...socials.keys()].at(-1),
    begin(provider) {
      const state = `state-${socials.size + 1}`
      socials.set(state, { provider, ...deferred<LoginProfile>() })
      return { state, url: `https://${provider}.example/login?state=${state}` }
    },
    finished: (state) => socials.get(state)?.promise ?? new Promise(() => {}),
    finishSocial(state, person) {
      const social = socials.get(state)
      social?.resolve({ provider: social.provider, ...person })
    },
  }
}
