import { createServer, type Server } from 'node:http'
import { systemClock } from '@foyer/service/clock'
import type { Database } from '@foyer/service/db/database'
import { unusedPort } from '@foyer/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveHost } from '../safeFetch/resolveHost.js'
import { createSafeFetch } from '../safeFetch/safeFetch.js'
import { openApi, openTestDatabase } from '../test/openApi.js'
import { readBlocklist } from './readBlocklist.js'
import { createWarnings } from './warnings.js'

const thief = `0x${'aB'.repeat(20)}`
const base58 = 'So1anaThief1111111111111111111111111111111'

const asLists = (text: string) => {
  const read = readBlocklist(text)
  return read && { addresses: [...read.addresses], sites: [...read.sites] }
}

test.each<[string, string, unknown]>([
  [
    'a line each',
    `# mine\n${thief} # stole\r\n\nEvil.Example\n${base58}\n`,
    { addresses: [thief.toLowerCase(), base58], sites: ['evil.example'] },
  ],
  [
    'a list of JSON',
    JSON.stringify([thief, 'evil.example']),
    { addresses: [thief.toLowerCase()], sites: ['evil.example'] },
  ],
  [
    'lists by name',
    JSON.stringify({ version: 2, blacklist: ['evil.example'], addresses: [thief], more: [1] }),
    { addresses: [thief.toLowerCase()], sites: ['evil.example'] },
  ],
  [
    'addresses in capitals',
    `BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ\n${base58}`,
    { addresses: ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', base58], sites: [] },
  ],
  ['none', '', { addresses: [], sites: [] }],
  ['no list', '{"a":', undefined],
  ['a page', '[1, 2]', undefined],
])('a list is read from %s', (_how, text, read) => {
  expect(asLists(text)).toEqual(read)
})

let host: Server
let url: string
let database: Database
let text = JSON.stringify([thief, 'evil.example'])
beforeAll(async () => {
  const port = await unusedPort()
  url = `http://127.0.0.1:${port}/list.json`
  host = createServer((_, response) => {
    response.writeHead(text === '' ? 500 : 200, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => host.listen(port, '127.0.0.1', resolve))
  database = await openTestDatabase()
})
afterAll(async () => {
  await new Promise((resolve) => host?.close(resolve))
  await database?.close()
})

test('the operator’s list says of whom visitors are warned; while it can’t be had, the one before it does', async () => {
  const timers: (() => void)[] = []
  const warned: unknown[] = []
  const { warnings, background } = createWarnings({
    url,
    fetcherFor: (origin) =>
      createSafeFetch({ config: { allow: [origin], http: true }, clock: systemClock, resolveHost }),
    clock: {
      setTimeout(callback) {
        timers.push(callback)
        return () => {}
      },
    },
    log: { warn: (...facts: unknown[]) => void warned.push(facts) },
  })
  const asked = {
    addresses: [thief.toUpperCase().replace('0X', '0x'), `0x${'cd'.repeat(20)}`],
    sites: ['login.evil.example', 'notevil.example'],
  }
  expect(warnings.among(asked)).toEqual({ addresses: [], sites: [] })
  const [work = expect.fail()] = background
  work.start()
  const found = { addresses: [asked.addresses[0]], sites: ['login.evil.example'] }
  for (const other of ['', '[1]', text]) {
    await expect.poll(() => timers.length).toBe(1)
    expect(warnings.among(asked)).toEqual(found)
    text = other
    timers.shift()?.()
  }
  await expect.poll(() => timers.length).toBe(1)
  expect([warnings.among(asked), warned.length]).toEqual([found, 2])
  await work.stop()
})

test('without a list nobody is warned of, and nothing is fetched', async () => {
  const api = await openApi({ database })
  const answer = await api.post('/v1/warnings?projectId=demo', { addresses: [thief], sites: ['evil.example'] })
  expect(await answer.json()).toEqual({ addresses: [], sites: [] })
  expect(api.services.background.map(({ name }) => name)).not.toContain('blocklist')
  const listing = await openApi({ database, config: { blocklistUrl: url } })
  expect(listing.services.background.map(({ name }) => name)).toContain('blocklist')
})
