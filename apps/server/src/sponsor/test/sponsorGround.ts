import type { Database } from '@foyer/service/db/database'
import { lendPostgres } from '@foyer/service/db/test/lendPostgres'
import { openTestDatabase } from '../../test/openApi.js'
import { openSponsor, type SponsorWorld } from './openSponsor.js'

/** What a file's tests of the sponsor stand on: a chain, and a PostgreSQL of their own. */
export interface SponsorGround {
  readonly world: SponsorWorld
  readonly database: Database
  stop(): Promise<void>
}

export async function openSponsorGround(): Promise<SponsorGround> {
  const postgres = lendPostgres()
  const database = await openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() })
  const world = await openSponsor({ database })
  return {
    world,
    database,
    async stop() {
      await world.chain.stop()
      await database.close()
      await postgres.stop()
    },
  }
}
