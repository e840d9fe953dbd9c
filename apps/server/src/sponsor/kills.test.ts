import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sponsoredOperations, sponsorTransactions } from '../db/schema/index.js'
import { operationOf } from './judge.js'
import { hashOf } from './operation.js'
import { type Gate, type GatedNode, startGatedNode } from './test/gatedNode.js'
import { type KilledServer, openKilledServer } from './test/killedServer.js'
import { askedOf, booksOf, type SponsorWorld, signed, targets } from './test/openSponsor.js'
import { onSponsorGround } from './test/sponsorGround.js'

let world: SponsorWorld
let database: Database
let databaseUrl: string
let node: GatedNode
let server: KilledServer
let holder: pg.Client
onSponsorGround((ground) => {
  ;({ world, database, databaseUrl } = ground)
})
beforeAll(async () => {
  node = await startGatedNode({ url: world.chain.url })
  holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  server = await openKilledServer({ world, databaseUrl, nodeUrl: node.url })
})
afterEach(() => world.client.setAutomine(true))
afterAll(async () => {
  await server?.stop()
  await Promise.all([node?.stop(), holder?.end()])
})

/** An operation's traces when its server is killed. */
interface Step {
  /** how the database has it */
  readonly status: 'reserved' | 'signed' | 'settled'
  /** how many of its transactions are kept */
  readonly kept: 0 | 1
  /** how many the network has, waiting or in a block */
  readonly sent: 0 | 1
  /** Has the operation sent, and resolves where the server stands at the step. */
  reach(send: () => void, hash: string): Promise<void>
}

const steps = {
  reserved: {
    ...{ status: 'reserved', kept: 0, sent: 0 },
    // What places there are is asked before the first is given.
    reach: (send) => at({ is: 'before', of: isCounting }, send),
  },
  signed: {
    ...{ status: 'reserved', kept: 0, sent: 0 },
    async reach(send) {
      await lock('sponsor_transactions')
      send()
      await waitedFor('sponsor_transactions')
    },
  },
  kept: { ...{ status: 'signed', kept: 1, sent: 0 }, reach: (send) => at({ is: 'before', of: isSending }, send) },
  sent: {
    ...{ status: 'signed', kept: 1, sent: 1 },
    async reach(send) {
      await world.client.setAutomine(false)
      await at({ is: 'after', of: isSending }, send)
    },
  },
  mined: {
    ...{ status: 'signed', kept: 1, sent: 1 },
    reach: (send) => at({ is: 'before', of: isReceipt }, send),
  },
  settling: {
    ...{ status: 'signed', kept: 1, sent: 1 },
    async reach(send) {
      const held = node.hold({ is: 'after', of: isReceipt })
      send()
      await held.reached
      await lock('sponsor_budgets')
      held.pass()
      await waitedFor('sponsor_budgets')
    },
  },
  settled: {
    ...{ status: 'settled', kept: 1, sent: 1 },
    async reach(send, hash) {
      send()
      await expect.poll(async () => (await kept(hash))?.status, often).toBe('settled')
    },
  },
} as const satisfies Readonly<Record<string, Step>>

const often = { interval: 20 }
const isCounting: Gate['of'] = ({ params: [account, block] }) =>
  account === world.operator.address && block === 'pending'
const isSending: Gate['of'] = ({ method }) => method === 'eth_sendRawTransaction'
const isLookedFor: Gate['of'] = ({ method }) => method === 'eth_getTransactionByHash'
const isReceipt: Gate['of'] = ({ method }) => method === 'eth_getTransactionReceipt'

async function at(gate: Gate, send: () => void): Promise<void> {
  const held = node.hold(gate)
  send()
  await held.reached
}

/** Has whoever writes to a table wait. */
async function lock(table: string): Promise<void> {
  await holder.query(`begin; lock table ${table} in exclusive mode`)
}
async function waitedFor(table: string): Promise<void> {
  const waiting = `select count(*)::int as count from pg_locks where not granted and relation = '${table}'::regclass`
  await expect.poll(async () => (await holder.query(waiting)).rows, often).toEqual([{ count: 1 }])
}

async function kept(hash: string) {
  const [row] = await database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.hash, hash))
  return row
}
const transactionsOf = (hash: string) =>
  database.orm.select().from(sponsorTransactions).where(eq(sponsorTransactions.operation, hash))
const counted = async () => BigInt((await world.client.getStorageAt({ address: targets.counter, slot: '0x0' })) ?? 0)
const sentByOperator = () => world.client.getTransactionCount({ address: world.operator.address, blockTag: 'pending' })
const state = async () => ({
  ...{ count: await counted(), sent: await sentByOperator(), ...(await booksOf(database)) },
  spent: await world.spentByOperator(),
})

/** FOYER_FULL=1: each step. Else the one after which most could be done twice. */
const tried = Object.entries(steps).filter(([name]) => process.env.FOYER_FULL || name === 'sent')

test.each(tried)(
  '[F16] a server that is killed where an operation is %s sends it once, and books what it cost once',
  async (_, step) => {
    const { visitor } = server
    const sound = world.node()
    const asked = await signed(sound, visitor, askedOf(visitor, [targets.counter]))
    await sound.stop()
    const hash = hashOf(operationOf(asked))
    const before = await state()
    let answered: Promise<unknown> = Promise.resolve()
    await step.reach(() => {
      answered = server.send(asked)
    }, hash)
    await server.kill()
    await answered
    const sent = (await sentByOperator()) - before.sent
    const there = [(await kept(hash))?.status, (await transactionsOf(hash)).length, sent]
    expect(there).toEqual([step.status, step.kept, step.sent])
    await holder.query('rollback')

    const looked = step.status === 'settled' ? undefined : node.hold({ is: 'after', of: isLookedFor })
    await server.start()
    // The page asks again, as it had no answer.
    expect(await server.send(asked)).toEqual({ operation: hash })
    // What waits is in a block only once the new server has seen it wait.
    await looked?.reached
    looked?.pass()
    await world.client.mine({ blocks: 1 })
    await expect.poll(() => server.read(hash), often).toMatchObject({ status: 'final', succeeded: true })
    const after = await state()
    expect([after.count - before.count, after.sent - before.sent]).toEqual([1n, 1])
    expect(await transactionsOf(hash)).toHaveLength(1)
    expect([after.booked - before.booked, after.reserved]).toEqual([after.spent - before.spent, 0n])
  },
)
