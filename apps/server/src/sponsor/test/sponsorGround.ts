import type { Database } from '@foyer/service/db/database'
import { lendPostgres } from '@foyer/service-testing/lendPostgres'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { sponsoredOperations } from '../../db/schema/index.js'
import { openTestDatabase } from '../../test/openApi.js'
import { openSponsor, type SponsorNode, type SponsorWorld, sponsorship, type Visitor } from './openSponsor.js'

/** The ground of a file's tests of the sponsor: a chain, and a PostgreSQL of their own. */
interface SponsorGround {
  readonly world: SponsorWorld
  readonly database: Database
  /** of the database */
  readonly databaseUrl: string
  /** Opens connections to the database as another server has them. */
  connect(): Promise<Database>
}

/** Opens a file's ground before its tests, and stops it after them. */
export function onSponsorGround(take: (ground: SponsorGround) => void): void {
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const postgres = lendPostgres()
    stops.unshift(() => postgres.stop())
    const databaseUrl = await postgres.createDatabase()
    const connect = async () => {
      const opened = await openTestDatabase({ kind: 'postgres', url: databaseUrl })
      stops.unshift(() => opened.close())
      return opened
    }
    const database = await connect()
    const world = await openSponsor({ database })
    stops.unshift(() => world.chain.stop())
    take({ world, database, databaseUrl, connect })
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
}

/** The further parts of each test of a file: the ordinary terms, a node and a visitor. */
interface SponsorStage extends SponsorGround {
  readonly node: SponsorNode
  readonly visitor: Visitor
}

/** Sets up each test's stage on the file's ground, and stops its node after it. */
export function onSponsorStage(take: (stage: SponsorStage) => void): void {
  let ground: SponsorGround
  let node: SponsorNode | undefined
  onSponsorGround((opened) => {
    ground = opened
  })
  beforeEach(async () => {
    const { world } = ground
    await world.again()
    await world.sponsor(sponsorship())
    node = world.node()
    take({ ...ground, node, visitor: await world.visitor() })
  })
  afterEach(() => node?.stop())
}

/** The row of an operation, which is there. */
export async function rowIn({ orm }: Pick<Database, 'orm'>, operation: string) {
  const [row] = await orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.hash, operation))
  return row ?? expect.fail('No row is kept of it.')
}
