import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { testHost } from './test/testHost.js'

const post = (body: BodyInit, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
})

const sent = {
  cookie: '__Host-foyer=1',
  authorization: 'Bearer t',
  origin: 'https://wallet.example',
  'sec-fetch-site': 'same-origin',
  'x-forwarded-for': '198.51.100.1',
  'x-other': '1',
}

describe('what passes to the servers behind the wallet', () => {
  test.each([
    ['/login/v1/nonce', 'https://login.example/login/v1/nonce', true, true],
    ['/keeper/v1/nonce?a=1', 'https://keeper.example/keeper/v1/nonce?a=1', false, true],
    ['/v1/?chainId=eip155:1', 'https://api.example/v1/?chainId=eip155:1', false, false],
  ])('%s', async (path, url, hasCookies, hasSession) => {
    const { host, asked } = await testHost()
    await host.request(path, post('{"a":1}', sent))
    const [{ headers, body, url: to } = { headers: new Headers(), body: '', url: '' }] = asked
    expect([to, body]).toEqual([url, '{"a":1}'])
    expect(headers.has('cookie')).toBe(hasCookies)
    for (const name of ['authorization', 'origin', 'sec-fetch-site']) expect(headers.has(name)).toBe(hasSession)
    expect(headers.get('x-forwarded-for')).toBe('198.51.100.1, 192.0.2.7')
    expect(headers.has('x-other')).toBe(false)
  })

  test('a visitor’s rough place, as the proxy before the host says it, to the keeper alone and where its header is named', async () => {
    const headers = { ...sent, 'x-visitor-place': 'Vienna, AT' }
    const placesOf = async (placeHeader: string | undefined) => {
      const { host, asked } = await testHost(placeHeader === undefined ? {} : { placeHeader })
      for (const path of ['/keeper/v1/nonce', '/login/v1/nonce', '/v1/']) await host.request(path, post('{}', headers))
      return asked.map((each) => each.headers.get('x-visitor-place'))
    }
    expect(await placesOf('X-Visitor-Place')).toEqual(['Vienna, AT', null, null])
    expect(await placesOf(undefined)).toEqual([null, null, null])
  })

  test('a coin’s picture, of which no document comes: nothing but a picture passes, and no header of its own', async () => {
    const path = '/public/getTokenImage/ETH'
    const from = async (type: string, status = 200) => {
      const answer = () =>
        new Response('<svg/>', {
          status,
          headers: { 'content-type': type, 'content-security-policy': '', link: '</x>' },
        })
      const { host, asked } = await testHost({ answer })
      const back = await host.request(path, { headers: sent })
      return { back, asked }
    }
    const { back, asked } = await from('image/svg+xml')
    expect([asked[0]?.url, asked[0]?.headers.get('accept'), asked[0]?.headers.has('cookie')]).toEqual([
      `https://api.example${path}`,
      'image/*',
      false,
    ])
    expect([back.status, await back.text(), back.headers.get('content-type')]).toEqual([200, '<svg/>', 'image/svg+xml'])
    expect(back.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect([back.headers.get('x-content-type-options'), back.headers.has('link')]).toEqual(['nosniff', false])
    for (const type of ['text/html', 'application/javascript', 'image/svg+xml, text/html', ''])
      expect((await from(type)).back.status).toBe(502)
    expect((await from('image/png', 301)).back.status).toBe(502)
  })

  test.each(['PUT', 'DELETE', 'OPTIONS'])('%s doesn’t', async (method) => {
    const { host, asked } = await testHost()
    expect((await host.request('/login/v1/nonce', { method })).status).toBe(405)
    expect(asked).toEqual([])
  })

  test('a body that is too large doesn’t, whatever length it claims', async () => {
    const { host, asked } = await testHost()
    const answer = await host.request('/keeper/v1/nonce', post('a'.repeat(64 * 1024 + 1)))
    expect([answer.status, asked]).toEqual([413, []])
  })
})

describe('[F10] what comes back', () => {
  const hostile = {
    'service-worker-allowed': '/',
    'clear-site-data': '"*"',
    'set-cookie': 'a=1',
    'content-security-policy': "script-src 'unsafe-inline'",
    link: '</x.js>; rel=preload',
    refresh: '0; url=https://evil.example',
    'access-control-allow-origin': '*',
    'retry-after': '7',
    'x-next-nonce': 'given',
  }
  const from = async (path: string, answer: () => Response) => {
    const { host, reported } = await testHost({ answer })
    const back = await host.request(path, post('{}'))
    return { back, text: await back.text(), reported }
  }

  test.each(['/login/v1/nonce', '/keeper/v1/nonce', '/v1/'])(
    '%s: data, and nothing of the headers but what it needs',
    async (path) => {
      const { back, text } = await from(path, () => Response.json({ ok: 1 }, { headers: hostile, status: 429 }))
      expect([back.status, text]).toEqual([429, '{"ok":1}'])
      const headers = Object.fromEntries(back.headers)
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'x-content-type-options': 'nosniff',
        'retry-after': '7',
        'x-next-nonce': 'given',
      })
      expect(headers['content-security-policy']).toMatch(/; sandbox$/)
      const not = ['service-worker-allowed', 'clear-site-data', 'link', 'refresh', 'access-control-allow-origin']
      for (const name of not) expect(headers[name]).toBeUndefined()
      expect(headers['set-cookie']).toBe(path.startsWith('/login') ? 'a=1' : undefined)
    },
  )

  test.each([
    ['a document', () => new Response('<script>', { headers: { 'content-type': 'text/html' } })],
    ['a script', () => new Response('0', { headers: { 'content-type': 'text/javascript' } })],
    [
      'a type that only begins like JSON',
      () => new Response('0', { headers: { 'content-type': 'application/jsonp' } }),
    ],
    ['no type', () => new Response(new Uint8Array([48]))],
    ['another address', () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } })],
    ['too much', () => Response.json('a'.repeat(256 * 1024))],
  ])('%s doesn’t', async (_name, answer) => {
    const { back, text } = await from('/login/v1/nonce', answer)
    expect(back.status).toBe(502)
    expect(JSON.parse(text)).toMatchObject({
      error: { code: /^(not_json|too_large)$/.exec(JSON.parse(text).error.code)?.[0] },
    })
    expect(back.headers.get('content-type')).toBe('application/json')
  })

  test('a server that doesn’t answer is reported, and the page gets a code', async () => {
    const { back, text, reported } = await from('/login/v1/nonce', () => {
      throw new TypeError('fetch failed')
    })
    expect([back.status, JSON.parse(text).error.code]).toEqual([502, 'unreachable'])
    expect(reported).toHaveLength(1)
  })

  test('[F28] what is reported of it has nothing of a visitor', async () => {
    const { host, reported } = await testHost({
      answer: ({ url, headers, body }) =>
        fetch(`http://127.0.0.1:1${new URL(url).pathname}${new URL(url).search}`, {
          method: 'POST',
          headers,
          body: body ?? '',
        }),
    })
    const ofVisitor = {
      cookie: '__Host-foyer=canary',
      authorization: 'Bearer canary',
      'x-forwarded-for': '198.51.100.1',
    }
    for (const path of [
      '/login/v1/logins',
      '/keeper/v1/links/canary',
      '/keeper/v1/ceremonies?canary=1',
      '/v1/?canary=1',
    ])
      expect((await host.request(path, post('{"email":"canary@mail.example"}', ofVisitor))).status).toBe(502)
    expect(reported).toHaveLength(4)
    expect(inspect(reported, { depth: 9, showHidden: true })).not.toMatch(/canary|198\.51/)
  })

  test('an empty answer stays empty', async () => {
    const { back, text } = await from('/login/v1/session/end', () => new Response(null, { status: 204 }))
    expect([back.status, text]).toEqual([204, ''])
  })
})
