import { type Listening, listen } from '@foyer/page'
import { expect, test } from '../fixtures.js'

/* A login server and a keeper in a thief's hands: whatever they answer, it stays data at the origin where keys are. */

const script = 'globalThis.taken = true'
const document = `<!doctype html><title>taken</title><h1>Taken</h1><script>${script}</script>`

/** What the servers answer, by the end of the path. */
const answers: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
  'page.html': { type: 'text/html', body: document },
  'script.js': { type: 'text/javascript', body: script },
  'worker.js': { type: 'application/javascript', body: 'postMessage("taken")' },
  'picture.svg': {
    type: 'image/svg+xml',
    body: `<svg xmlns="http://www.w3.org/2000/svg"><script>${script}</script></svg>`,
  },
  'said.json': { type: 'application/json', body: document },
  'module.json': { type: 'application/json', body: script },
}

let thief: Listening
let host: Listening
let wallet: string
test.beforeAll(async () => {
  thief = await listen({
    port: 0,
    fetch({ url }) {
      const { type, body } = answers[new URL(url).pathname.split('/').at(-1) ?? ''] ?? {
        type: 'text/html',
        body: document,
      }
      const headers = {
        'content-type': type,
        'service-worker-allowed': '/',
        'clear-site-data': '"*"',
        link: '</x>; rel=preload',
      }
      return new Response(body, { headers })
    },
  })
  const { serveWallet } = await import(new URL('../../apps/wallet/dist/server/serve.js', import.meta.url).href)
  const settings = { keeperKeys: { sealing: '', signing: '' } }
  host = await serveWallet({ port: 0, api: thief.url, login: thief.url, keeper: thief.url, networks: [], settings })
  wallet = `http://wallet.localhost:${host.port}`
})
test.afterAll(async () => {
  await host?.stop()
  await thief?.stop()
})

const paths = ['/login/v1', '/keeper/v1'].flatMap((room) => Object.keys(answers).map((name) => `${room}/${name}`))

test('[F10] nothing that the login server or the keeper answers becomes a page, a script, a worker or a service worker at the wallet’s origin', async ({
  page,
}) => {
  for (const path of paths) {
    const answer = await page.goto(`${wallet}${path}`)
    expect(answer?.headers()['content-type'], path).toBe('application/json')
    for (const name of ['service-worker-allowed', 'clear-site-data', 'link'])
      expect(answer?.headers(), path).not.toHaveProperty(name)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'taken')), path).toBeUndefined()
    await expect(page.getByRole('heading', { name: 'Taken' })).toHaveCount(0)
  }
  // From the wallet's own page, whose policy lets scripts of its own origin run.
  await page.goto(`${wallet}/confirm`)
  const tried = await page.evaluate(async (paths) => {
    const ended = async (work: () => Promise<unknown>) =>
      work().then(
        () => 'taken',
        () => 'refused',
      )
    const outcomes: string[] = []
    for (const path of paths) {
      outcomes.push(await ended(() => import(path)))
      outcomes.push(await ended(() => navigator.serviceWorker.register(path)))
      outcomes.push(
        await ended(
          () =>
            new Promise((resolve, reject) => {
              const worker = new Worker(path)
              worker.onmessage = resolve
              worker.onerror = reject
            }),
        ),
      )
    }
    return [...new Set(outcomes), String(Reflect.get(globalThis, 'taken'))]
  }, paths)
  expect(tried).toEqual(['refused', 'undefined'])
})
