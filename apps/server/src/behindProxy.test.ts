import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningPostgres, startPostgres } from '@foyer/service-testing/startPostgres'
import { type RunningRedis, startRedis } from '@foyer/service-testing/startRedis'
import { unusedPort } from '@foyer/stack'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { events } from './db/schema/index.js'
import { type AskProxy, askProxy } from './test/askProxy.js'
import { type BuiltServer, buildServer, listening } from './test/buildServer.js'
import { type NameServer, startNameServer } from './test/nameServer.js'
import { openTestDatabase } from './test/openApi.js'
import { type RunningNginx, startNginx } from './test/startNginx.js'

const hosts = ['127.0.0.2', '127.0.0.3'] as const
/** A visitor's, as a load balancer in front of the proxy says it. */
const visitor = '203.0.113.99'
const trustLoadBalancer = 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For; real_ip_recursive on;'

let names: NameServer
let nginx: RunningNginx | undefined
const ask = (request: AskProxy) => askProxy(nginx ?? expect.fail(), request)
beforeAll(async () => {
  names = await startNameServer(() => hosts)
})
afterAll(() => names?.stop())
afterEach(async () => {
  await nginx?.stop()
  nginx = undefined
})

describe('the proxy', () => {
  let echoes: Server[] = []
  let nodePort = 0
  let status = 200
  let asked = 0
  beforeAll(async () => {
    nodePort = await unusedPort()
    echoes = hosts.map((host) =>
      createServer(({ headers }, response) => {
        asked += 1
        response.writeHead(status, { 'retry-after': '1' }).end(JSON.stringify({ host, headers }))
      }).listen(nodePort, host),
    )
  })
  afterAll(() => {
    for (const echo of echoes) echo.close()
  })
  const Echo = v.object({ host: v.string(), headers: v.record(v.string(), v.string()) })
  const echoed = async (request: AskProxy) => v.parse(Echo, JSON.parse((await ask(request)).text))
  const start = async (more?: string, headerTimeout?: string) => {
    nginx = await startNginx({ nameServerPort: names.port, nodePort, more, headerTimeout })
    return nginx
  }
  const spoofed = { 'X-Forwarded-For': `${visitor}, 10.0.0.1`, 'X-Forwarded-Proto': 'http' }

  test('passes on whose request it is, and not what a visitor says of itself', async () => {
    await start()
    const { headers } = await echoed({ path: '/v1/x', headers: { ...spoofed, host: 'foyer.example:8443' } })
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      host: 'foyer.example:8443',
    })
  })

  test('behind a load balancer believes its word, and only its: the last address that is none of its own', async () => {
    await start(trustLoadBalancer)
    const headers = { 'X-Forwarded-For': `198.51.100.7, ${visitor}` }
    expect((await echoed({ path: '/', headers })).headers['x-forwarded-for']).toBe(visitor)
  })

  test('takes both nodes, answers by TLS alone, and keeps the operator’s figures from strangers', async () => {
    await start()
    const seen = new Set<string>()
    await expect
      .poll(async () => {
        seen.add((await echoed({ path: '/' })).host)
        return seen.size
      })
      .toBe(2)
    const plain = await ask({ path: '/v1/x', isPlain: true, headers: { host: 'foyer.example' } })
    expect([plain.status, plain.headers.location]).toEqual([308, 'https://foyer.example/v1/x'])
    expect((await ask({ path: '/readyz', isPlain: true })).status).toBe(200)
    expect((await ask({ path: '/metrics' })).status).toBe(404)
    expect((await ask({ path: '/' })).headers['strict-transport-security']).toContain('max-age=')
  })

  test('passes a node’s 503 on as it is, and does not ask the other one', async () => {
    await start()
    status = 503
    const before = asked
    const answer = await ask({ path: '/' })
    status = 200
    expect([answer.status, answer.headers['retry-after'], asked - before]).toEqual([503, '1', 1])
  })

  test('200 sockets that never end their half of a TLS handshake, byte by byte or silent, hold nobody up, and are closed', async () => {
    const { httpsPort } = await start(undefined, '5s')
    // The head of a ClientHello of 508 bytes, and some of them.
    const half = Buffer.concat([Buffer.from('1603010200010001fc0303', 'hex'), randomBytes(80)])
    const sockets = Array.from({ length: 200 }, () => connect(httpsPort, '127.0.0.1').on('error', () => {}))
    // One that is written to as the proxy closes it is reset, which `once` would throw: it's closed all the same.
    const closed = sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve)))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.write(half)
    // What comes byte by byte doesn't buy more time.
    const drip = setInterval(() => {
      for (const socket of sockets.slice(100)) socket.write('x')
    }, 100)
    onTestFinished(() => clearInterval(drip))
    expect((await ask({ path: '/' })).status).toBe(200)
    // It was answered while all of them were there.
    expect(sockets.filter((socket) => socket.readable)).toHaveLength(200)
    await Promise.all(closed)
    expect((await ask({ path: '/' })).status).toBe(200)
  })
})

const Compose = v.object({
  services: v.record(v.string(), v.looseObject({ command: v.optional(v.array(v.string()), []) })),
})
/** The arguments with which `compose.yaml` starts a store. */
async function argsOf(service: string): Promise<string[]> {
  const text = await readFile(new URL('../compose.yaml', import.meta.url), 'utf8')
  const [, ...args] = v.parse(Compose, parse(text, { merge: true })).services[service]?.command ?? []
  return args
}

describe('two nodes behind the proxy, on PostgreSQL and two Redis, as compose.yaml has them', () => {
  let postgres: RunningPostgres
  let limits: RunningRedis
  let mailboxes: RunningRedis
  let built: BuiltServer
  beforeAll(async () => {
    const args = await Promise.all(['postgres', 'limits', 'mailboxes'].map(argsOf))
    ;[postgres, limits, mailboxes, built] = await Promise.all([
      startPostgres({ args: args[0] }),
      startRedis({ args: args[1] }),
      startRedis({ args: args[2] }),
      buildServer(),
    ])
  })
  afterAll(() => Promise.all([postgres?.stop(), limits?.stop(), mailboxes?.stop(), built?.remove()]))

  const canaries = {
    account: `0x${'c0ffee'.repeat(7).slice(0, 40)}`,
    token: 'canary-token-of-the-operator-0123456789',
    figures: 'canary-token-of-the-figures-0123456789',
    path: 'canary-path',
    mail: 'canary@visitor.example',
    visitor,
  }

  const startNodes = async () => {
    const url = await postgres.createDatabase()
    const pictures = await mkdtemp(join(tmpdir(), 'foyer-pictures-'))
    const nodePort = await unusedPort()
    const startNode = async (host: string) => {
      const env = {
        ...{
          HOST: host,
          PORT: String(nodePort),
          DATABASE_URL: url,
          TRUSTED_PROXIES: '127.0.0.0/8',
        },
        PICTURES_DIR: pictures,
        ...{ REDIS_URL: limits.url, MAILBOX_REDIS_URL: mailboxes.url, PUBLIC_URL: 'https://foyer.example' },
        ...{ ADMIN_TOKEN: canaries.token, METRICS_TOKEN: canaries.figures, RATE_LIMIT_BURST: '1000000' },
        PROJECTS: JSON.stringify([{ id: 'demo', name: 'Demo', analyticsEnabled: true }]),
      }
      const node = built.start({ env })
      await node.line(listening)
      return node
    }
    const [one, other] = await Promise.all([startNode(hosts[0]), startNode(hosts[1])])
    nginx = await startNginx({ nameServerPort: names.port, nodePort, more: trustLoadBalancer })
    return { url, nodePort, one, other, startNode }
  }

  /** Between what one visitor asks: a steady load, and not all that the processors have, which the next node needs to start. */
  const restMs = 10

  /** Visitors who read and write until they are told to stop. */
  const visit = () => {
    const seen = { reads: [] as number[], refused: [] as string[], stored: [] as string[] }
    let isOver = false
    /** The number of nodes that have begun to die, and whether one hasn't ended yet. */
    const death = { count: 0, isUnderWay: false }
    const headers = { 'X-Forwarded-For': visitor, 'User-Agent': canaries.mail }
    const readers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { status } = await ask({ path: '/projects/v1/origins?projectId=demo', headers })
        seen.reads.push(status)
        await ask({ path: `/v1/identity/${canaries.account}?projectId=demo&${canaries.path}=1`, headers })
        await pause(restMs)
      }
    })
    const writers = Array.from({ length: 2 }, async () => {
      while (!isOver) {
        const eventId = randomUUID()
        const props = { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } }
        const place = { url: `https://d.example/${canaries.path}`, domain: 'd.example', timestamp: 1_767_225_600_000 }
        const body = JSON.stringify({ eventId, ...place, props })
        const { count, isUnderWay } = death
        const { status, text } = await ask({ path: '/e?projectId=demo&st=appkit&sv=x', headers, body })
        if (status === 202) seen.stored.push(eventId)
        else if (!isUnderWay && death.count === count) seen.refused.push(`${status} ${text}`)
        await pause(restMs)
      }
    })
    const more = (count: number) => {
      const until = seen.reads.length + count
      return expect.poll(() => seen.reads.length).toBeGreaterThan(until)
    }
    /** A write that a dying node had may have been done, so it isn't sent again; and until it's dead the system takes connections for it. */
    const whileDying = async (dead: Promise<unknown>) => {
      death.count += 1
      death.isUnderWay = true
      await dead
      death.isUnderWay = false
    }
    const end = async () => {
      isOver = true
      await Promise.all([...readers, ...writers])
    }
    return { seen, more, whileDying, end }
  }

  test('[F28] one is killed under load and one replaced: every read is answered, nothing that was taken is lost, and no log names a visitor', async () => {
    const { url, nodePort, one, other, startNode } = await startNodes()
    const { seen, more, whileDying, end } = visit()
    await more(40)
    one.child.kill('SIGKILL')
    await whileDying(one.ended)
    await more(60)
    const again = await startNode(hosts[0])
    await more(20)
    // The other is replaced in peace: it says so, answers on, and then ends.
    other.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`http://${hosts[1]}:${nodePort}/readyz`)).status).toBe(503)
    expect((await fetch(`http://${hosts[1]}:${nodePort}/healthz`)).status).toBe(200)
    expect(await other.ended).toBe(0)
    await more(20)
    await end()

    expect(seen.reads.filter((status) => status !== 200)).toEqual([])
    expect([...new Set(seen.refused)].join('\n')).toBe('')
    const database = await openTestDatabase({ kind: 'postgres', url })
    const kept = new Set((await database.orm.select({ id: events.id }).from(events)).map(({ id }) => id))
    await database.close()
    expect(seen.stored.filter((id) => !kept.has(id))).toEqual([])

    const logs = {
      proxy: await (nginx ?? expect.fail()).log(),
      nodes: [one, other, again].map((node) => node.output()).join('\n'),
      stores: [postgres.log(), limits.log(), mailboxes.log()].join('\n'),
    }
    expect(logs.nodes).toContain('/v1/identity/:address')
    for (const [where, text] of Object.entries(logs)) {
      const found = Object.entries(canaries).filter(([, canary]) => text.toLowerCase().includes(canary))
      expect([where, found]).toEqual([where, []])
    }
  })
})
