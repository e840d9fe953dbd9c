import * as v from 'valibot'
import type { NetworkId } from '../chain/ids.js'
import { isNetworkId } from '../chain/wellWritten.js'
import { type SiwxHost, siwxRequest } from '../config/siwxHost.js'
import { InvalidSessionError } from '../errors/signIn.js'
import { createNonce, isSameSiwxAddress, writeSiwxMessage } from '../siwx/index.js'
import type { SignedText, Siwx, SiwxMessage, SiwxSession } from '../siwx/siwx.js'
import type { LocalSiwxOptions } from './builtInSiwx.js'

const key = 'sessions'

/** See `localSiwx`. */
export function createLocalSiwx(parameters: LocalSiwxOptions & { readonly host: SiwxHost }): Siwx {
  const { host, required = true } = parameters
  const { storage, clock } = host
  /** The sign-ins verified since the page was loaded, letter by letter: each is verified once. */
  const verified = new Set<string>()
  const verify = async (signed: SignedText) => {
    const known = JSON.stringify(signed)
    if (!verified.has(known) && (await verifiedBy(parameters, signed))) verified.add(known)
    return verified.has(known)
  }
  const check = (session: SiwxSession) =>
    checkSession({ session, domain: host.page().domain, now: clock.now(), verify })
  const read = () => parseSessions(storage.getItem(key))
  const write = (sessions: readonly SiwxSession[]) => {
    if (sessions.length > 0) storage.setItem(key, JSON.stringify(sessions))
    else storage.removeItem(key)
  }
  return {
    createMessage: (request) => createMessage(parameters, request),
    async addSession(session) {
      await check(session)
      write([...read().filter((each) => !isOf(each, session.data.chainId, session.data.accountAddress)), session])
    },
    async revokeSession(chainId, address) {
      write(read().filter((each) => !isOf(each, chainId, address)))
    },
    async setSessions(sessions) {
      await Promise.all(sessions.map(check))
      write(sessions)
    },
    async getSessions(chainId, address) {
      const found: SiwxSession[] = []
      const refused: SiwxSession[] = []
      for (const session of read().filter((each) => isOf(each, chainId, address))) {
        if (await holds(() => check(session))) found.push(session)
        else refused.push(session)
      }
      const isRefused = (session: SiwxSession) =>
        refused.some((each) => JSON.stringify(each) === JSON.stringify(session))
      if (refused.length > 0) write(read().filter((each) => !isRefused(each)))
      return found.filter((session) => isTimely(session, clock.now()))
    },
    getRequired: () => required,
  }
}

async function holds(check: () => Promise<void>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (error instanceof InvalidSessionError) return false
    throw error
  }
}

async function createMessage(
  { host, statement, resources, expiresInMs, nonce = () => createNonce() }: Parameters<typeof createLocalSiwx>[0],
  request: Parameters<Siwx['createMessage']>[0],
): ReturnType<Siwx['createMessage']> {
  const now = host.clock.now()
  const expirationTime = expiresInMs === undefined ? undefined : new Date(now + expiresInMs).toISOString()
  const { accountAddress } = request
  return siwxRequest({
    host,
    now,
    request,
    nonce: await nonce({ accountAddress }),
    statement,
    resources,
    expirationTime,
  })
}

/** Of given verifiers at least one has to be for the family, and all that are have to agree. */
async function verifiedBy(
  { host, verifiers }: Parameters<typeof createLocalSiwx>[0],
  signed: SignedText,
): Promise<boolean> {
  if (!verifiers) return host.verify(signed)
  const own = verifiers.filter(({ family }) => signed.networkId.startsWith(`${family}:`))
  const answers = await Promise.all(own.map((verifier) => verifier.verify(signed)))
  return answers.length > 0 && !answers.includes(false)
}

/** Whether a session is of an account on a network. */
function isOf({ data }: SiwxSession, chainId: NetworkId, address: string): boolean {
  return data.chainId === chainId && isSameSiwxAddress({ chainId, one: data.accountAddress, other: address })
}

interface SessionCheck {
  readonly session: SiwxSession
  /** The page's host. */
  readonly domain: string
  /** In ms since 1970. */
  readonly now: number
  readonly verify: (signed: SignedText) => Promise<boolean>
}

/**
 * Checks that a session holds: it is this page's, of this time, its text says what its data says, and the account has signed that text.
 *
 * @throws InvalidSessionError · what `verify` throws, where that can't be found out
 * @see X10
 */
async function checkSession({ session, domain, now, verify }: SessionCheck): Promise<void> {
  const { data, message, signature, publicKey } = session
  if (data.domain !== domain) throw new InvalidSessionError({ fault: 'domain' })
  if (!isTimely(session, now)) throw new InvalidSessionError({ fault: 'time' })
  if (textOf(session) !== message) throw new InvalidSessionError({ fault: 'text' })
  const signed = { networkId: data.chainId, address: data.accountAddress, message, signature, publicKey }
  if (!(await verify(signed))) throw new InvalidSessionError({ fault: 'signature' })
}

/** From when it was issued, or what it says itself, to its end. */
function isTimely({ data: { issuedAt, notBefore, expirationTime } }: SiwxSession, now: number): boolean {
  const begins = Date.parse(notBefore ?? issuedAt)
  return begins <= now && (expirationTime === undefined || now < Date.parse(expirationTime))
}

/** The text that the data makes; undefined for data that makes none. */
function textOf({ data }: SiwxSession): string | undefined {
  try {
    return writeSiwxMessage(data)
  } catch {
    return undefined
  }
}

const Text = v.pipe(v.string(), v.maxLength(20_000))
const Time = v.pipe(
  Text,
  v.check((text) => !Number.isNaN(Date.parse(text)), 'must be a time'),
)

const Message: v.GenericSchema<unknown, SiwxMessage> = v.object({
  domain: Text,
  accountAddress: Text,
  chainId: v.pipe(Text, v.guard(isNetworkId)),
  uri: Text,
  version: Text,
  nonce: Text,
  issuedAt: Time,
  statement: v.optional(Text),
  expirationTime: v.optional(Time),
  notBefore: v.optional(Time),
  requestId: v.optional(Text),
  resources: v.optional(v.array(Text)),
})

const Session: v.GenericSchema<unknown, SiwxSession> = v.object({
  data: Message,
  message: Text,
  signature: Text,
  publicKey: v.optional(Text),
  cacao: v.optional(v.unknown()),
})

const Stored = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()))

/** Reads what was stored of sessions: whatever can't be read is left out, and what is no list is none [F20]. */
export function parseSessions(text: string | null): readonly SiwxSession[] {
  const list = v.safeParse(Stored, text)
  if (!list.success) return []
  return list.output.flatMap((each) => {
    const session = v.safeParse(Session, each)
    return session.success ? [session.output] : []
  })
}
