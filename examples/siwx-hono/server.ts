import { bitcoinVerifier } from '@foyer/bitcoin/verify'
import { evmVerifier } from '@foyer/evm/verify'
import { createSiwxVerifier, memoryNonces, type Nonces, SiwxMessageError, SiwxSignatureError } from '@foyer/siwx-server'
import { solanaVerifier } from '@foyer/solana/verify'
import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

export interface BackendOptions {
  /** Where the dapp's pages are, such as `https://app.example`. */
  readonly origin: string
  /** JSON-RPC of the networks whose accounts may sign in, by CAIP-2 id: contract accounts are asked there. */
  readonly nodes: Readonly<Record<string, string>>
  /** In the place of this process's memory, where there are several of them. */
  readonly nonces?: Nonces | undefined
}

const cookie = '__Host-session'
const networks = ['eip155:1', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'

/** A backend that visitors sign in to with a wallet: a nonce, what was signed, who is signed in, and signing out. */
export function createBackend({ origin, nodes, nonces = memoryNonces() }: BackendOptions): Hono {
  const siwx = createSiwxVerifier({
    domain: origin,
    chains: [...networks, bitcoin],
    verifiers: [evmVerifier({ rpcUrlOf: (networkId) => nodes[networkId] }), solanaVerifier(), bitcoinVerifier()],
    nonces,
  })
  // Who is signed in, by a random id that only its browser has. A real backend keeps this in its database, with an end.
  const sessions = new Map<string, string>()

  return (
    new Hono()
      // Another site's page could sign a visitor in to an account of its own: only ours may write.
      .use(async (c, next) => {
        if (c.req.method === 'POST' && c.req.header('origin') !== origin) return c.json({ error: 'origin' }, 403)
        await next()
        c.header('Cache-Control', 'no-store')
        return undefined
      })
      .get('/siwx/nonce', async (c) => c.json({ nonce: await siwx.nonce() }))
      .post('/siwx/verify', async (c) => {
        const { message, signature, publicKey } = await c.req.json()
        try {
          const { accountId } = await siwx.verify({
            message: String(message),
            signature: String(signature),
            publicKey: typeof publicKey === 'string' ? publicKey : undefined,
            signal: c.req.raw.signal,
          })
          const id = crypto.randomUUID()
          sessions.set(id, accountId)
          setCookie(c, cookie, id, { path: '/', httpOnly: true, secure: true, sameSite: 'Lax', maxAge: 7 * 86_400 })
          return c.json({ accountId })
        } catch (error) {
          if (error instanceof SiwxMessageError || error instanceof SiwxSignatureError)
            return c.json({ error: error.code }, 401)
          throw error
        }
      })
      .get('/siwx/session', (c) => {
        const accountId = sessions.get(getCookie(c, cookie) ?? '')
        return accountId === undefined ? c.json({ error: 'signed_out' }, 401) : c.json({ accountId })
      })
      .post('/siwx/sign-out', (c) => {
        sessions.delete(getCookie(c, cookie) ?? '')
        deleteCookie(c, cookie, { path: '/', secure: true })
        return c.body(null, 204)
      })
  )
}
