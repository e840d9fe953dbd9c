import { describe, expect, test } from 'vitest'
import { testHost } from './test/testHost.js'

const origins = { shop: ['https://shop.example', 'https://*.shop.example'] }
const directives = (answer: Response): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((each) => {
      const [name = '', ...sources] = each.split(' ')
      return [name, sources.join(' ')]
    }),
  )

describe('[F10] what is said with every answer', () => {
  const paths = [
    '/sdk?projectId=shop&origin=https://shop.example',
    '/sdk',
    '/confirm',
    '/approve',
    '/continue',
    '/dashboard',
    '/recover',
    '/import',
    '/social',
    '/assets/client-1.js',
    '/assets/worker-2.js',
    '/assets/none.js',
    '/login/v1/nonce',
    '/keeper/v1/nonce',
    '/v1/?chainId=eip155:1',
    '/health',
    '/',
    '/nothing',
    '/%2e%2e/etc/passwd',
  ]
  test.each(paths)('%s', async (path) => {
    const { host } = await testHost({ origins })
    const answer = await host.request(path)
    const policy = directives(answer)
    expect(policy['default-src']).toBe("'none'")
    expect(Object.values(policy).join(' ')).not.toMatch(/unsafe|blob:|https?:\/\/\*|(^| )\*/)
    for (const name of ['script-src', 'connect-src', 'worker-src'])
      expect(policy[name] ?? "'none'").toMatch(/^'(self|none)'$/)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    })
    const features = (answer.headers.get('permissions-policy') ?? '').split(', ')
    expect(features.filter((feature) => !feature.endsWith('=()'))).toEqual([
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
      'clipboard-write=(self)',
    ])
  })

  test.each([
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/assets/../.vite/manifest.json',
    '/.vite%2Fmanifest.json',
    '/%ff',
  ])('%s isn’t served: it is the build’s', async (path) => {
    const { host } = await testHost()
    expect((await host.request(path)).status).toBe(404)
    expect((await host.request('/assets/client-1.js')).status).toBe(200)
  })

  test('documents have Trusted Types, and the worker’s address alone passes them', async () => {
    const { host } = await testHost()
    for (const path of ['/sdk', '/confirm', '/approve', '/continue', '/dashboard', '/recover', '/import', '/social'])
      expect(directives(await host.request(path))).toMatchObject({
        'require-trusted-types-for': "'script'",
        'trusted-types': 'foyer-worker',
        'base-uri': "'none'",
        'form-action': "'none'",
      })
  })

  test('the worker’s script reaches nothing, not even its own origin', async () => {
    const { host } = await testHost()
    expect(directives(await host.request('/assets/worker-2.js'))).toEqual({ 'default-src': "'none'" })
  })

  test('pages that are opened by themselves are framed by nobody', async () => {
    const { host } = await testHost({ origins })
    for (const path of ['/confirm', '/approve', '/continue', '/dashboard', '/recover', '/import', '/social'])
      expect(
        directives(await host.request(`${path}?projectId=shop&origin=https://shop.example`))['frame-ancestors'],
      ).toBe("'none'")
  })
})

describe('[F10] [F12] who may frame the wallet', () => {
  const framedBy = async (query: string, headers: Record<string, string> = {}) => {
    const { host } = await testHost({ origins: { ...origins, local: ['http://localhost:*', 'http://*.localhost:*'] } })
    const answer = await host.request(`/sdk?${query}`, { headers })
    const settings = /name="foyer-settings" content="([^"]*)"/.exec(await answer.text())?.[1] ?? ''
    const { parent } = JSON.parse(settings.replaceAll('&quot;', '"'))
    const ancestor = directives(answer)['frame-ancestors']
    expect(parent).toBe(ancestor === "'none'" ? null : ancestor)
    return ancestor
  }

  test.each([
    ['the origin that the page names', 'projectId=shop&origin=https://shop.example', {}, 'https://shop.example'],
    ['one below the project’s domain', 'projectId=shop&origin=https://eu.shop.example', {}, 'https://eu.shop.example'],
    ['the Referer’s', 'projectId=shop', { referer: 'https://shop.example/cart?a=1' }, 'https://shop.example'],
    ['the developer’s machine', 'projectId=local&origin=http://dapp.localhost:3000', {}, 'http://dapp.localhost:3000'],
  ])('%s', async (_name, query, headers, origin) => expect(await framedBy(query, headers)).toBe(origin))

  test.each([
    ['another origin', 'projectId=shop&origin=https://evil.example'],
    ['a look-alike', 'projectId=shop&origin=https://shop.example.evil.example'],
    ['a suffix', 'projectId=shop&origin=https://evilshop.example'],
    ['more than an origin', 'projectId=shop&origin=https://shop.example; script-src *'],
    ['a path', 'projectId=shop&origin=https://shop.example/a'],
    ['an opaque origin', 'projectId=shop&origin=null'],
    ['userinfo', 'projectId=shop&origin=https://shop.example@evil.example'],
    ['an unknown project', 'projectId=other&origin=https://shop.example'],
    ['no project', 'origin=https://shop.example'],
    ['an inherited name for a project', 'projectId=__proto__&origin=https://shop.example'],
    ['nothing at all', ''],
    ['this machine, for a project that isn’t in development', 'projectId=shop&origin=http://localhost:3000'],
    ['what only looks like this machine', 'projectId=local&origin=http://localhost.evil.example'],
  ])('nobody: %s', async (_name, query) => expect(await framedBy(query)).toBe("'none'"))
})

test('[F7] what a provider has the browser post is led on after the #, what the page reads of it alone, and in no more than a form’s room', async () => {
  const { host, asked } = await testHost()
  const post = (body: URLSearchParams) =>
    host.request('/social', { method: 'POST', body, headers: { origin: 'https://appleid.apple.com' } })
  const answer = await post(new URLSearchParams({ state: 'a.b', id_token: 'x.y.z', code: 'c', user: '{}' }))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/social#state=a.b&id_token=x.y.z'])
  const refused = await post(new URLSearchParams({ state: 'a.b', error: 'user_cancelled_authorize' }))
  expect(refused.headers.get('location')).toBe('/social#state=a.b&error=user_cancelled_authorize')
  expect((await post(new URLSearchParams({ state: 'x'.repeat(16_384) }))).status).toBe(413)
  expect(asked).toEqual([])
})

test('the wallet’s own page alone is told in whose name it asks the API, and a frame in whose name its dapp does', async () => {
  const { host } = await testHost({ origins })
  const named = async (path: string) => /projectId&quot;:&quot;(\w*)/.exec(await (await host.request(path)).text())?.[1]
  expect(await Promise.all(['/dashboard', '/import', '/confirm', '/sdk?projectId=shop'].map(named))).toEqual([
    ...['own', '', '', 'shop'],
  ])
})
