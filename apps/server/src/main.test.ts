import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type BuiltServer, buildServer, listening } from './test/buildServer.js'

let built: BuiltServer
beforeAll(async () => {
  built = await buildServer()
})
afterAll(() => built?.remove())
afterEach(() => built.killAll())

test('the server as it is published knows a project that a command has made, has its folder alone, and ends with 0 on SIGINT', async () => {
  const published = await buildServer({ asPublished: true })
  onTestFinished(() => published.remove())
  const env = { PORT: '0', DATA_DIR: join(published.folder, 'data'), PROJECTS: '[]' }
  const made = published.start({ args: ['project', 'create', 'my-dapp', 'https://dapp.example'], env })
  expect([await made.ended, made.output()]).toEqual([0, expect.stringContaining('https://dapp.example')])
  const server = published.start({ args: ['serve'], env })
  const [, port] = await server.line(listening)
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect((await ask('/readyz')).status).toBe(200)
  const answer = await ask('/getAnalyticsConfig?projectId=my-dapp')
  expect(await answer.json()).toEqual({ isAnalyticsEnabled: false })
  const second = published.start({ env })
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/^The data in .* is already in use \(process \d+\)\. .*DATA_DIR/)
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
  expect(server.output()).toContain('"finished":true,"msg":"stopped"')
})

test('configuration that is wrong ends it at once, in sentences and without values', async () => {
  const server = built.start({
    env: { PORT: 'canary', DATABASE_URL: 'mysql://canary', CHAINS: '/nowhere/canary.json' },
  })
  expect(await server.ended).toBe(1)
  expect(server.output()).toBe(`The server can't start:
- PORT must be a whole number from 0 to 65535.
- DATABASE_URL must be an address that begins with postgres://.
- CHAINS names a file that can't be read (ENOENT).
`)
})

test('it says how it is called', async () => {
  const help = built.start({ args: ['--help'] })
  expect([await help.ended, help.output()]).toEqual([0, expect.stringContaining('Usage: foyer-server')])
  const wrong = built.start({ args: ['fly'] })
  expect([await wrong.ended, wrong.output()]).toEqual([2, expect.stringContaining('Usage: foyer-server')])
})
