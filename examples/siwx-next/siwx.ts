import { evmVerifier } from '@foyer/evm/verify'
import { createSiwxVerifier, memoryNonces, type SiwxServer } from '@foyer/siwx-server'
import { solanaVerifier } from '@foyer/solana/verify'

/** Where the dapp's pages are. */
export const origin: string = process.env.APP_ORIGIN ?? 'http://localhost:3000'

/** One for the process. Several of them need nonces and sessions that they share, such as in Redis. */
export const siwx: SiwxServer = createSiwxVerifier({
  domain: origin,
  chains: ['eip155:1', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  verifiers: [evmVerifier({ rpcUrl: process.env.RPC_URL ?? 'http://127.0.0.1:8545' }), solanaVerifier()],
  nonces: memoryNonces(),
})

/** Who is signed in, by a random id that only its browser has. A real backend keeps this in its database, with an end. */
const sessions = new Map<string, string>()
const cookie = '__Host-session'

/** Opens a session. @returns the cookie for its browser */
export function openSession(accountId: string): string {
  const id = crypto.randomUUID()
  sessions.set(id, accountId)
  return `${cookie}=${id}; Path=/; Max-Age=${7 * 86_400}; HttpOnly; Secure; SameSite=Lax`
}

/** @returns the CAIP-10 id of the account that is signed in */
export const sessionOf = (request: Request): string | undefined => sessions.get(idOf(request))

/** Ends the session. @returns the cookie that takes its own place */
export function closeSession(request: Request): string {
  sessions.delete(idOf(request))
  return `${cookie}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`
}

/** Another site's page could sign a visitor in to an account of its own: only ours may write. */
export const isOwnPage = (request: Request): boolean => request.headers.get('origin') === origin

/** An answer that is kept nowhere. */
export const answer = (
  body: unknown,
  { status = 200, cookie: set }: { status?: number; cookie?: string } = {},
): Response =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...(set ? { 'Set-Cookie': set } : {}) } })

function idOf(request: Request): string {
  const cookies = (request.headers.get('cookie') ?? '').split('; ')
  return cookies.find((each) => each.startsWith(`${cookie}=`))?.slice(cookie.length + 1) ?? ''
}
