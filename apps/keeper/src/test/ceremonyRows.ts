import { newId } from '@foyer/custody/bytes'
import { eq } from 'drizzle-orm'
import type { Ceremony } from '../ceremony.js'
import { keeperCeremonies } from '../tables.js'
import { begin, createDevice, type World } from './keeperWorld.js'

/** Ceremonies whose rows a test writes itself: of one person, open since now where nothing else is said. For tests; nothing in the product imports this. */
export async function ceremonyRows(world: World) {
  const { orm } = world.database
  await begin(world, { device: await createDevice() })
  const [begun] = await orm.delete(keeperCeremonies).returning()
  if (begun === undefined) throw new Error('There is no ceremony.')
  const nothing = { linkHash: null, owes: null, owedAt: null } as const
  return {
    person: begun.person,
    /** so many minutes from now */
    at: (minutes: number) => new Date(world.clock.now() + minutes * 60_000),
    async add(device: string, more: Partial<Ceremony> = {}): Promise<Ceremony> {
      const opened = { status: 'released', opensAt: new Date(world.clock.now()) } as const
      const row = { ...begun, ...nothing, ...opened, id: newId(), device, ...more }
      await orm.insert(keeperCeremonies).values(row)
      return row
    },
    async rowOf({ id }: Pick<Ceremony, 'id'>): Promise<Ceremony> {
      const [row] = await orm.select().from(keeperCeremonies).where(eq(keeperCeremonies.id, id))
      return row ?? Promise.reject(new Error('There is no such ceremony.'))
    },
    ended: () => orm.select().from(keeperCeremonies).where(eq(keeperCeremonies.status, 'ended')),
    /** Reads the rows' statuses, by device. */
    async standing() {
      const rows = await orm.select().from(keeperCeremonies)
      return Object.fromEntries(
        rows.map(({ device, status, endedReason, ends }) => [device, [status, endedReason, ends]]),
      )
    },
  }
}
