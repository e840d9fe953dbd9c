import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Database } from '@foyer/service/db/database'
import { awayReason } from '@foyer/service/db/watchPool'
import { type RunningPostgres, startPostgres } from '@foyer/service-testing/startPostgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ServerConfig } from '../config/config.js'
import { migrationsFolder } from '../migrationsFolder.js'
import { startServer } from '../start.js'
import { openDatabase } from './openDatabase.js'

let postgres: RunningPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

const said: string[] = []
let lostBy: unknown
const open = async (at?: string): Promise<Database> => {
  said.length = 0
  const location = { kind: 'postgres', url: at ?? (await postgres.createDatabase()) } as const
  return openDatabase({
    location,
    migrationsFolder: migrationsFolder(),
    onLost(cause) {
      said.push('lost')
      lostBy = cause
    },
    onBack: () => void said.push('back'),
  })
}
const silent = { cause: { code: 'database_silent' } }
/** PostgreSQL's message as it stops: an error, of severity FATAL, with its code and a message. */
const shutdown = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()
/** Whether something fails in the turn in which it is asked for: nothing was waited for. */
const failsAtOnce = (asked: Promise<unknown>) =>
  Promise.race([
    asked.then(
      () => false,
      () => true,
    ),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ])

test('a query that is slow on a PostgreSQL that lives is left alone', async () => {
  const { orm, close } = await open()
  await orm.execute(sql`select pg_sleep(1)`)
  expect(said).toEqual([])
  await close()
})

test('a PostgreSQL that takes no more connections for now, but answers on those it has, is left alone', async () => {
  const target = new URL(await postgres.createDatabase())
  const port = Number(target.port)
  let isFull = false
  const sockets = new Set<Socket>()
  const front = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (isFull) return // it is never spoken to
    const inner = connect(port, target.hostname)
    inner.on('error', () => {})
    socket.pipe(inner).pipe(socket)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    front.close()
  })
  await once(front, 'listening')
  const address = front.address()
  target.port = String(typeof address === 'object' ? address?.port : '')
  const { orm, close } = await open(target.href)
  await Promise.all([orm.execute(sql`select pg_sleep(0.1)`), orm.execute(sql`select pg_sleep(0.1)`)])
  isFull = true
  const slow = orm.execute(sql`select pg_sleep(1.5)`)
  let isOver = false
  const quick = (async () => {
    while (!isOver) await orm.execute(sql`select 1`)
  })()
  await slow
  isOver = true
  await quick
  expect([said, sockets.size]).toEqual([[], expect.toSatisfy((count) => count > 2)])
  await close()
})

test('a connection that ends with the word that it is made is closed, and holds nothing up', async () => {
  const target = new URL(await postgres.createDatabase())
  const port = Number(target.port)
  let isEnding = false
  const front = createServer((socket) => {
    const inner = connect(port, target.hostname)
    for (const each of [socket, inner]) each.on('error', () => {})
    socket.on('close', () => inner.destroy())
    socket.pipe(inner)
    if (!isEnding) return void inner.pipe(socket)
    // As a slow process reads it: that the connection is ready, and that it ends, in one piece.
    let ready = Buffer.alloc(0)
    inner.on('data', (bytes: Buffer) => {
      ready = Buffer.concat([ready, bytes])
      if (ready.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I'))) socket.end(Buffer.concat([ready, shutdown]))
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void front.close())
  await once(front, 'listening')
  const address = front.address()
  target.port = String(typeof address === 'object' ? address?.port : '')
  const { orm, close, connections } = await open(target.href)
  isEnding = true
  await expect(orm.transaction((within) => within.execute(sql`select 1`))).rejects.toMatchObject(silent)
  await expect.poll(connections).toMatchObject({ busy: 0, waiting: 0 })
  await close()
})

test('what is asked of a frozen PostgreSQL fails, then at once, and succeeds when it is back', async () => {
  const { orm, close, connections } = await open()
  await orm.execute(sql`create table kept (value int)`)
  await postgres.freeze()
  onTestFinished(() => postgres.thaw())
  const transaction = orm.transaction(async (within) => {
    await within.execute(sql`insert into kept values (1)`)
    await within.execute(sql`select 1`)
  })
  await Promise.all([
    expect(orm.execute(sql`select 1`)).rejects.toMatchObject(silent),
    expect(transaction).rejects.toThrow(),
  ])
  // By half a second without an answer, and not by the driver's limit of ten.
  expect(lostBy).toMatchObject({ message: 'No answer within 500 ms' })
  const next = orm.execute(sql`select 1`)
  expect(await failsAtOnce(next)).toBe(true)
  await expect(next).rejects.toMatchObject(silent)
  await postgres.thaw()
  await expect.poll(() => said).toEqual(['lost', 'back'])
  await orm.transaction((within) => within.execute(sql`insert into kept values (2)`))
  // The connection on which the transaction hung was closed, and nothing of it was kept.
  expect(await orm.execute(sql`select value from kept`)).toMatchObject({ rows: [{ value: 2 }] })
  expect(connections()).toMatchObject({ busy: 0, waiting: 0 })
  await close()
})

test('a PostgreSQL without room for a query is told from a query that is wrong', async () => {
  const { orm, close } = await open()
  const tooLarge = orm.transaction(async (within) => {
    await within.execute(sql`set local temp_file_limit = '64kB'`)
    await within.execute(sql`set local work_mem = '64kB'`)
    await within.execute(sql`select count(*) from (select generate_series(1, 100000) as n order by n desc) as sorted`)
  })
  expect(awayReason(await tooLarge.catch((cause: unknown) => cause))).toBe('refuses')
  expect(awayReason(await orm.execute(sql`select nothing`).catch((cause: unknown) => cause))).toBeNull()
  await close()
})

const project = {
  id: 'demo',
  name: 'Demo',
  allowedOrigins: [],
  vouchedOrigins: [],
  analyticsEnabled: false,
  development: true,
}

test('visitors of a server whose PostgreSQL is halted are told to try again, and served when it is back', async () => {
  const database: ServerConfig['database'] = { kind: 'postgres', url: await postgres.createDatabase() }
  const server = await startServer({ port: 0, logLevel: 'silent', database, projects: [project] })
  const ask = async (path: string) => fetch(`${server.url}${path}`)
  const unknown = () => ask(`/getAnalyticsConfig?projectId=${randomUUID()}`)
  expect((await unknown()).status).toBe(401)
  await postgres.halt()
  const answer = await unknown()
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '1',
    expect.objectContaining({ reasons: [expect.objectContaining({ name: 'database' })] }),
  ])
  expect([(await ask('/readyz')).status, (await ask('/healthz')).status]).toEqual([503, 200])
  await postgres.start()
  await expect.poll(async () => (await unknown()).status).toBe(401)
  await server.stop()
})
