import { type SiwxMessage, writeSiwxMessage } from '@foyer/core/siwx'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createBackend } from './siwx-hono/server.js'
import { GET as nonce } from './siwx-next/app/api/siwx/nonce/route.js'
import { GET as session } from './siwx-next/app/api/siwx/session/route.js'
import { POST as signOut } from './siwx-next/app/api/siwx/sign-out/route.js'
import { POST as verify } from './siwx-next/app/api/siwx/verify/route.js'

const origin = 'http://localhost:3000'
const account = privateKeyToAccount(generatePrivateKey())

type Backend = (request: Request) => Response | Promise<Response>

const hono: Backend = (request) => createdHono.fetch(request)
const createdHono = createBackend({ origin, nodes: {} })
const next: Backend = (request) => {
  const routes: Readonly<Record<string, Backend>> = {
    'GET /siwx/nonce': () => nonce(),
    'POST /siwx/verify': verify,
    'GET /siwx/session': session,
    'POST /siwx/sign-out': signOut,
  }
  return routes[`${request.method} ${new URL(request.url).pathname}`]?.(request) ?? new Response(null, { status: 404 })
}

describe.each([
  { name: 'Hono', backend: hono },
  { name: 'Next', backend: next },
])('[S3.23] the example with $name', ({ backend }) => {
  const get = (path: string, cookie = '') => backend(new Request(`${origin}/siwx/${path}`, { headers: { cookie } }))
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    backend(
      new Request(`${origin}/siwx/${path}`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )

  async function signed(changes: Partial<SiwxMessage> = {}) {
    const { nonce: given } = await (await get('nonce')).json()
    const message = writeSiwxMessage({
      domain: 'localhost:3000',
      accountAddress: account.address,
      chainId: 'eip155:1',
      uri: `${origin}/login`,
      version: '1',
      nonce: given,
      issuedAt: new Date().toISOString(),
      ...changes,
    })
    return { message, signature: await account.signMessage({ message }) }
  }

  test('signs a visitor in by a cookie that no script reads, and out again', async () => {
    const answer = await post('verify', await signed())
    expect([answer.status, await answer.json()]).toEqual([200, { accountId: `eip155:1:${account.address}` }])
    const set = answer.headers.get('set-cookie') ?? ''
    for (const part of ['__Host-session=', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(set).toContain(part)
    const [cookie = ''] = set.split(';')
    const who = await get('session', cookie)
    expect([who.status, await who.json()]).toEqual([200, { accountId: `eip155:1:${account.address}` }])
    expect(who.headers.get('cache-control')).toBe('no-store')
    expect((await post('sign-out', {}, { cookie })).headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await get('session', cookie)).status).toBe(401)
  })

  test('[F6] refuses what was signed for elsewhere, a nonce twice, and another site’s page', async () => {
    const elsewhere = await post('verify', await signed({ domain: 'evil.example', uri: 'https://evil.example/' }))
    expect([elsewhere.status, await elsewhere.json()]).toEqual([401, { error: 'siwx_domain' }])
    const once = await signed()
    expect((await post('verify', once, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post('verify', once)).status).toBe(200)
    const again = await post('verify', once)
    expect([again.status, await again.json()]).toEqual([401, { error: 'siwx_nonce' }])
  })
})
