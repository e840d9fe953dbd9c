import { randomUUID } from 'node:crypto'
import type { Database } from '@foyer/service/db/database'
import { runRound } from '@foyer/service-testing/runRound'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Chains } from '../chains/chains.js'
import { paySessions, purchases } from '../db/schema/index.js'
import { createPurchaseLedger } from '../onramp/purchases.js'
import { createOutcomes } from '../pay/outcomes.js'
import { createPayKeeping } from '../pay/payKeeping.js'
import { demo, openTestDatabase, type TestApi } from '../test/openApi.js'
import { settledPage } from './settleEach.js'
import { openSales, type Sales } from './test/openSales.js'

const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const chainId = 'eip155:31337'
const ether = `${chainId}/slip44:60`
/** Of a token that the server knew when it was paid. */
const gone = `${chainId}/erc20:0x00000000000000000000000000000000000000aa`

let database: Database
let sales: Sales
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase()
  sales = await openSales()
  api = await sales.open({ database })
})
afterAll(() => Promise.all([sales?.stop(), database?.close()]))
beforeEach(async () => {
  for (const table of [paySessions, purchases]) await database.orm.delete(table)
})

interface Open {
  readonly asset: string
  readonly amount?: string | undefined
  readonly txHash: string
  /** how long ago it was reported */
  readonly agoMs?: number | undefined
}

const shared = ({ asset, amount = '0.5', txHash, agoMs = 0 }: Open) => {
  const at = new Date(api.time - agoMs)
  return {
    projectId: demo.id,
    chainId,
    asset,
    amount,
    txHash,
    status: 'IN_PROGRESS',
    createdAt: at,
    updatedAt: at,
  } as const
}
const payment = (open: Open) => ({
  ...shared(open),
  id: randomUUID(),
  exchangeId: 'local',
  recipient: `${chainId}:${address}`,
})
const purchase = (open: Open) => ({
  ...shared(open),
  id: randomUUID(),
  provider: 'desk',
  address: address.toLowerCase(),
  paymentAmount: '1',
  paymentCurrency: 'USD',
})

const rooms = [
  {
    name: 'payments',
    add: (all: readonly Open[]) => database.orm.insert(paySessions).values(all.map(payment)),
    read: () => database.orm.select().from(paySessions),
    fail: () => database.orm.update(paySessions).set({ status: 'FAILED' }),
    of: (chains: Chains) => {
      const { log, now } = api.services
      const clock = { now, setTimeout: () => () => {} }
      return createOutcomes({ orm: database.orm, chains, clock, log, exchanges: new Map() })
    },
  },
  {
    name: 'purchases',
    add: (all: readonly Open[]) => database.orm.insert(purchases).values(all.map(purchase)),
    read: () => database.orm.select().from(purchases),
    fail: () => database.orm.update(purchases).set({ status: 'FAILED' }),
    of: (chains: Chains) => {
      const { log, now } = api.services
      return createPurchaseLedger({ orm: database.orm, chains, outside: [], log, now })
    },
  },
] as const

const unseen = (index: number): Hex => `0x${index.toString(16).padStart(64, '0')}`
const settle = () => {
  const { log, payments, purchases } = api.services
  return runRound((clock) => createPayKeeping({ rooms: [payments, purchases], clock, log }), api.time)
}

describe.each(rooms)('open $name', ({ add, read, fail, of }) => {
  const statuses = async () => new Map((await read()).map(({ txHash, status }) => [txHash, status]))

  test('of a token that left the configuration, or has fewer decimals now, keep no other from being settled', async () => {
    const txHash = await sales.pay({ to: address, amount: parseEther('0.5') })
    await add([
      { asset: gone, txHash: unseen(1), agoMs: 2_000 },
      { asset: ether, amount: '0.1234567890123456789', txHash: unseen(2), agoMs: 1_000 },
      { asset: ether, txHash },
    ])
    await settle()
    expect(Object.fromEntries(await statuses())).toEqual({
      [unseen(1)]: 'IN_PROGRESS',
      [unseen(2)]: 'IN_PROGRESS',
      [txHash]: 'SUCCESS',
    })
  })

  test('of which one is reported as failed while the network is asked stay failed', async () => {
    const txHash = await sales.pay({ to: address, amount: parseEther('0.5') })
    await add([{ asset: ether, txHash }])
    const { chains } = api.services
    const all = chains.all.map((chain) => ({
      ...chain,
      request: async (request: Parameters<typeof chain.request>[0]) => {
        const answer = await chain.request(request)
        await fail()
        return answer
      },
    }))
    const find = (id: string) => all.find((chain) => chain.id === id)
    await of({ ...chains, all, find }).settle(new AbortController().signal)
    expect((await statuses()).get(txHash)).toBe('FAILED')
  })

  test('that can’t be settled are as many as they like: the others have their turn', async () => {
    const txHash = await sales.pay({ to: address, amount: parseEther('0.5') })
    const stuck = Array.from({ length: settledPage }, (_, index) => ({
      asset: gone,
      txHash: unseen(index),
      agoMs: 1_000,
    }))
    await add([...stuck, { asset: ether, txHash }])
    await settle()
    expect((await statuses()).get(txHash)).toBe('SUCCESS')
  })
})

test('a room whose database fails keeps no other from settling', async () => {
  const txHash = await sales.pay({ to: address, amount: parseEther('0.5') })
  await rooms[1].add([{ asset: ether, txHash }])
  const failing = { settle: () => Promise.reject(new Error('The disk is full.')) }
  const { purchases: ledger } = api.services
  const warned: unknown[] = []
  const log = { warn: (facts: unknown) => void warned.push(facts) }
  await runRound((clock) => createPayKeeping({ rooms: [failing, ledger], clock, log }), api.time)
  expect(await rooms[1].read()).toMatchObject([{ status: 'SUCCESS' }])
  expect(warned).toHaveLength(1)
})
