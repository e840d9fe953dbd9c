import type { NetworkId } from '../chain/ids.js'
import { InvalidSessionError } from '../errors/signIn.js'
import { createNonce, isSameSiwxAddress } from '../siwx/index.js'
import type { SignedText, Siwx, SiwxSession } from '../siwx/siwx.js'
import { checkSession, isTimely } from './checkSession.js'
import type { LocalSiwxOptions } from './localSiwx.js'
import type { SiwxHost } from './siwxHost.js'
import { siwxRequest } from './siwxRequest.js'
import { parseSessions } from './storedSessions.js'

const key = 'sessions'

/** See `localSiwx`. */
export function createLocalSiwx(parameters: LocalSiwxOptions & { readonly host: SiwxHost }): Siwx {
  const { host, required = true } = parameters
  const { storage, clock } = host
  /** What was verified since the page was loaded, letter by letter: it is verified once. */
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
