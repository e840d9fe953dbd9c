import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { swapAsks } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { type Asks, createAsks } from './asks.js'
import type { Side } from './side.js'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

const addressAt = (n: number): Address => getAddress(`0x${String(n).padStart(40, '0')}`)
const token = (n: number): Side => ({ kind: 'token', address: addressAt(n) })
const native: Side = { kind: 'native' }
const key = {
  projectId: 'demo',
  client: '203.0.113.77',
  chainId: 'eip155:1',
  account: addressAt(7),
  from: token(1),
  to: token(2),
}
const minuteMs = 60_000

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)('asks on $name', ({ open }) => {
  let database: Database
  let asks: Asks
  let time: number
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    time = Date.parse('2026-05-01T00:00:00Z')
    asks = createAsks({ orm: database.orm, now: () => time })
    await database.orm.delete(swapAsks)
  })

  test('[F27] the last one counts, with every digit of its amount', async () => {
    const most = 2n ** 256n - 1n
    await asks.keep({ ...key, amount: 5n, withoutApproval: true })
    await asks.keep({ ...key, amount: most, withoutApproval: false })
    expect(await asks.last(key)).toEqual({ amount: most, withoutApproval: false })
  })

  test('each part of the key distinguishes two, but to sell a token for another is to sell it', async () => {
    await asks.keep({ ...key, amount: 5n, withoutApproval: false })
    for (const other of [
      { ...key, projectId: 'other' },
      { ...key, client: '203.0.113.78' },
      { ...key, chainId: 'eip155:2' },
      { ...key, account: addressAt(8) },
      { ...key, from: token(3) },
      { ...key, from: native },
      { ...key, to: native },
    ]) {
      expect(await asks.last(other)).toBeNull()
    }
    expect(await asks.lastOf({ ...key, account: addressAt(8) })).toBeNull()
    time += 1
    await asks.keep({ ...key, to: native, amount: 6n, withoutApproval: true })
    expect(await asks.lastOf(key)).toEqual({ amount: 6n, withoutApproval: true })
    expect(await asks.last(key)).toEqual({ amount: 5n, withoutApproval: false })
  })

  test('what is half an hour old is none, and goes as others come, from several sides at once', async () => {
    for (let n = 0; n < 50; n += 1)
      await asks.keep({ ...key, account: addressAt(100 + n), amount: 1n, withoutApproval: false })
    time += 30 * minuteMs
    expect(await asks.last({ ...key, account: addressAt(100) })).toBeNull()
    time += 1
    const many = Array.from({ length: 40 }, (_, n) => ({
      ...key,
      account: addressAt(100 + (n % 10)),
      amount: BigInt(n + 1),
    }))
    await Promise.all(many.map((ask) => asks.keep({ ...ask, withoutApproval: false })))
    const left = await database.orm.select().from(swapAsks)
    expect(left.filter(({ askedAt }) => askedAt.getTime() < time)).toEqual([])
    expect(left).toHaveLength(10)
  })
})
