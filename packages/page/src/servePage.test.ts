import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Listening } from './listen.js'
import { servePage } from './servePage.js'

const manifest = {
  'src/client.tsx': { file: 'assets/client-1.js', isEntry: true, css: ['assets/client-2.css'] },
  'src/later.tsx': { file: 'assets/later-3.js', isDynamicEntry: true },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-page-'))
  for (const part of ['.vite', 'assets']) await mkdir(join(folder, part))
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'assets/client-1.js'), 'document.title = "runs"')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const policy = "default-src 'none'"

describe('a page as it was built', () => {
  let served: Listening
  beforeAll(async () => {
    served = await servePage({
      ...{ port: 0, folder, policy, headers: { 'Permissions-Policy': 'camera=()' } },
      documents: {
        '/': ({ query, headers, files }) => `${query.get('name')} ${headers.get('cookie')} ${JSON.stringify(files)}`,
      },
    })
  })
  afterAll(() => served?.stop())

  test('a document is written for its request, with the addresses of the files that it begins with', async () => {
    const answer = await fetch(`${served.url}/?name=Maple`, { headers: { cookie: 'a=1' } })
    expect(answer.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i)
    expect(await answer.text()).toBe('Maple a=1 {"script":"/assets/client-1.js","styles":["/assets/client-2.css"]}')
  })

  test('its files are there, and nothing from outside their folder', async () => {
    const answer = await fetch(`${served.url}/assets/client-1.js`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(await answer.text()).toBe('document.title = "runs"')
    for (const path of ['/assets/none.js', '/%2e%2e/etc/passwd', '/..%2f..%2fetc%2fpasswd'])
      expect((await fetch(served.url + path)).status).toBe(404)
  })

  test.each(['/.vite/manifest.json', '/%2evite/manifest.json', '/.vite%2fmanifest.json'])(
    '%s isn’t one: it is the build’s',
    async (path) => expect((await fetch(served.url + path)).status).toBe(404),
  )

  test.each(['/', '/assets/client-1.js', '/assets/none.js'])('%s is under the policy', async (path) => {
    const { headers } = await fetch(served.url + path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=()',
    })
  })
})

test('a page that isn’t built isn’t served', async () => {
  const empty = await mkdtemp(join(folder, 'empty-'))
  const serving = () => servePage({ port: 0, folder: empty, policy, documents: {} })
  await expect(serving()).rejects.toMatchObject({ code: 'ENOENT' })
  await mkdir(join(empty, '.vite'))
  await writeFile(join(empty, '.vite/manifest.json'), JSON.stringify({ a: { file: 'assets/a.js' } }))
  await expect(serving()).rejects.toThrow('The page is not built')
})
