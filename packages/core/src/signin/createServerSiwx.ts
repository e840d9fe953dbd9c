import { type Asker, ask } from '../api/ask.js'
import { type SiwxHost, siwxRequest } from '../config/siwxHost.js'
import { HttpError } from '../errors/http.js'
import { NotAuthenticatedError, SignInServerMissingError } from '../errors/signIn.js'
import { isSameSiwxAddress } from '../siwx/index.js'
import type { Siwx, SiwxSession } from '../siwx/siwx.js'
import { type AuthWalletInfo, authenticateCall, nonceCall, signInSessionCall, signOutCall } from '../wire/auth.js'
import type { ServerSiwxOptions } from './builtInSiwx.js'
import { bearer, readServerSession, type ServerSession, writeServerSession } from './serverSession.js'

/** See `serverSiwx`. */
export function createServerSiwx({ host, required = true }: ServerSiwxOptions & { readonly host: SiwxHost }): Siwx {
  const { storage } = host
  /** The token that came with each nonce: of this page, as a sign-in begins and ends in one. */
  const nonceTokens = new Map<string, string>()
  const end = async () => {
    const session = readServerSession(storage)
    nonceTokens.clear()
    writeServerSession(storage, undefined)
    if (session) await ask(await apiOf(host), signOutCall, { headers: bearer(session.token) })
  }
  const add = async ({ data, message, signature }: SiwxSession) => {
    const nonceToken = nonceTokens.get(data.nonce)
    if (nonceToken === undefined) throw new NotAuthenticatedError()
    nonceTokens.delete(data.nonce)
    const api = await apiOf(host)
    const body = { data, message, signature, clientId: null, walletInfo: walletOf(host) }
    const { token } = await ask(api, authenticateCall, { body, headers: { 'x-nonce-jwt': `Bearer ${nonceToken}` } })
    const { accountAddress, chainId, nonce, issuedAt } = data
    writeServerSession(storage, { token, accountAddress, chainId, nonce, issuedAt, message, signature })
  }
  return {
    async createMessage(request) {
      const { nonce, token } = await ask(await apiOf(host), nonceCall)
      nonceTokens.set(nonce, token)
      return siwxRequest({ host, now: host.clock.now(), request, nonce })
    },
    addSession: add,
    async revokeSession(chainId, address) {
      const session = readServerSession(storage)
      if (session && isOf(session, { caip2Network: chainId, address })) await end()
    },
    async setSessions(sessions) {
      // A nonce counts once, and so does what was signed on several networks with it: the one that the visitor is on.
      const session = sessions.find(({ data }) => data.chainId === host.networkId()) ?? sessions[0]
      if (session) await add(session)
      else await end()
    },
    async getSessions(caip2Network, address) {
      const session = readServerSession(storage)
      if (!session || !isOf(session, { caip2Network, address })) return []
      try {
        const me = await ask(await apiOf(host), signInSessionCall, { query: {}, headers: bearer(session.token) })
        return isOf(session, me) ? [sessionOf({ session, me })] : []
      } catch (error) {
        // A session that the server doesn't know any more is none; nor is one that it can't be asked for.
        if (isOver(error)) writeServerSession(storage, undefined)
        else host.report(error)
        return []
      }
    },
    getRequired: () => required,
  }
}

/** @throws SignInServerMissingError · ChunkLoadError */
async function apiOf({ api }: Pick<SiwxHost, 'api'>): Promise<Asker> {
  if (!api) throw new SignInServerMissingError()
  return api()
}

const isOver = (error: unknown): boolean => error instanceof HttpError && (error.status === 401 || error.status === 403)

function isOf(
  { accountAddress, chainId }: ServerSession,
  { address, caip2Network }: { readonly address: string; readonly caip2Network: string },
): boolean {
  return chainId === caip2Network && isSameSiwxAddress({ chainId, one: accountAddress, other: address })
}

function sessionOf({
  session: { accountAddress, chainId, nonce, issuedAt, message, signature },
  me: { domain, uri, exp },
}: {
  readonly session: ServerSession
  readonly me: { readonly domain: string; readonly uri: string; readonly exp: number }
}): SiwxSession {
  const expirationTime = new Date(exp * 1_000).toISOString()
  const data = { accountAddress, chainId, nonce, issuedAt, domain, uri, version: '1', expirationTime }
  return { data, message, signature }
}

function walletOf({ wallet }: SiwxHost): AuthWalletInfo | undefined {
  const connected = wallet()
  if (!connected) return undefined
  const { type, name, icon = '' } = connected
  const isExtension = type === 'ANNOUNCED' || type === 'INJECTED'
  return { type: type === 'WALLET_CONNECT' ? 'walletconnect' : isExtension ? 'extension' : 'unknown', name, icon }
}
