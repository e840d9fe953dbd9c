import { createSiwxVerifier, memoryNonces, SiwxMessageError, SiwxSignatureError } from '@foyer/siwx-server'
import { suiVerifier } from './src/sui/suiVerifier'

const cookie = '__Host-session'

/** A backend of your own that visitors sign in to: it gives the nonce, verifies what was signed, and knows a visitor by a cookie that no script reads. */
export function createBackend({ origin }: { readonly origin: string }): (request: Request) => Promise<Response> {
  const siwx = createSiwxVerifier({
    domain: origin,
    chains: ['other:sui-mainnet', 'other:sui-testnet', 'other:sui-localnet'],
    verifiers: [suiVerifier()],
    nonces: memoryNonces(),
  })
  // A real backend keeps this in its database, with an end.
  const sessions = new Map<string, string>()
  const idIn = (request: Request) =>
    new RegExp(`${cookie}=([-\\w]+)`).exec(request.headers.get('cookie') ?? '')?.[1] ?? ''

  async function verify(request: Request): Promise<Response> {
    const { message, signature } = Object(await request.json())
    try {
      const { accountId } = await siwx.verify({ message: String(message), signature: String(signature) })
      const id = crypto.randomUUID()
      sessions.set(id, accountId)
      const attributes = `Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${7 * 86_400}`
      return Response.json({ accountId }, { headers: { 'set-cookie': `${cookie}=${id}; ${attributes}` } })
    } catch (error) {
      if (error instanceof SiwxMessageError || error instanceof SiwxSignatureError)
        return Response.json({ error: error.code }, { status: 401 })
      throw error
    }
  }

  return async (request) => {
    // Another site's page could sign a visitor in to an account of its own: only ours may write.
    if (request.method === 'POST' && request.headers.get('origin') !== origin)
      return Response.json({ error: 'origin' }, { status: 403 })
    switch (`${request.method} ${new URL(request.url).pathname}`) {
      case 'GET /siwx/nonce':
        return Response.json({ nonce: await siwx.nonce() }, { headers: { 'cache-control': 'no-store' } })
      case 'POST /siwx/verify':
        return verify(request)
      case 'GET /siwx/session':
        return Response.json(
          { accountId: sessions.get(idIn(request)) ?? null },
          { headers: { 'cache-control': 'no-store' } },
        )
      case 'POST /siwx/sign-out':
        sessions.delete(idIn(request))
        return new Response(null, { status: 204, headers: { 'set-cookie': `${cookie}=; Path=/; Secure; Max-Age=0` } })
      default:
        return new Response(null, { status: 404 })
    }
  }
}
