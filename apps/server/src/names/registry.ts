import { householdsOfNetwork } from '@foyer/service/budget/callerBudget'
import type { Orm } from '@foyer/service/db/database'
import { and, count, eq, gt, inArray, lte, min, type SQL, sql } from 'drizzle-orm'
import { nameRegistrations, names as table } from '../db/schema/index.js'
import { skeletonOf } from './labels.js'
import { NameLimitError, NameTakenError } from './refusals.js'

/** A registered name. */
export type RegisteredName = typeof table.$inferSelect

export interface NewName {
  readonly label: string
  /** in lower case */
  readonly address: string
  readonly coinType: number
  readonly account: 'key' | 'contract'
  readonly avatar: string | null
  readonly bio: string | null
  /** of what was signed, and by whom */
  readonly digest: string
  /** of whom it is counted against */
  readonly client: string
  /** of the wider network that the client is in; null where it is in none */
  readonly network: string | null
}

/** The names of a zone, in the database, so that all nodes agree. */
export interface Registry {
  find(label: string): Promise<RegisteredName | null>
  ofAddress(address: string): Promise<readonly RegisteredName[]>
  /** @returns those of the labels that are taken, or look like one that is */
  taken(labels: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Registers a name in one transaction: of concurrent requests one succeeds.
   * @throws {@link NameTakenError} · {@link NameLimitError}
   */
  add(name: NewName): Promise<void>
  /** Deletes records of registrations older than a day. The names stay. */
  forgetRegistrations(): Promise<void>
}

const dayMs = 24 * 60 * 60_000

export function createRegistry(parameters: { orm: Orm; zone: string; perDay: number; now: () => number }): Registry {
  const { orm, zone, perDay, now } = parameters
  const inZone = eq(table.zone, zone)
  return {
    async find(label) {
      const [found] = await orm
        .select()
        .from(table)
        .where(and(inZone, eq(table.label, label)))
        .limit(1)
      return found ?? null
    },
    ofAddress: (address) =>
      orm
        .select()
        .from(table)
        .where(and(inZone, eq(table.address, address.toLowerCase()))),
    async taken(labels) {
      if (labels.length === 0) return new Set()
      const skeletons = [...new Set(labels.map(skeletonOf))]
      const rows = await orm
        .select({ skeleton: table.skeleton })
        .from(table)
        .where(and(inZone, inArray(table.skeleton, skeletons)))
      const found = new Set(rows.map(({ skeleton }) => skeleton))
      return new Set(labels.filter((label) => found.has(skeletonOf(label))))
    },
    async add({ digest, client, network, ...name }) {
      await orm.transaction(async (transaction) => {
        await countRegistration({ transaction, digest, client, network, perDay, now: now() })
        const at = new Date(now())
        const row = { ...name, zone, skeleton: skeletonOf(name.label), registeredAt: at, updatedAt: at }
        // Waits for another transaction that adds the same, and then adds nothing.
        const added = await transaction
          .insert(table)
          .values(row)
          .onConflictDoNothing()
          .returning({ label: table.label })
        if (added.length === 0) throw await whyTaken({ transaction, zone, address: name.address })
      })
    },
    async forgetRegistrations() {
      await orm.delete(nameRegistrations).where(lte(nameRegistrations.at, new Date(now() - dayMs)))
    },
  }
}

interface CountRegistration extends Pick<NewName, 'digest' | 'client' | 'network'> {
  transaction: Pick<Orm, 'execute' | 'select' | 'insert'>
  perDay: number
  now: number
}

/** Those of one client or network take turns until their transactions end, so that none is counted past the limit. */
async function countRegistration(request: CountRegistration): Promise<void> {
  const { transaction, digest, client, network, perDay, now } = request
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`name ${network ?? client}`}, 0))`)
  await refuseBeyond({ transaction, of: eq(nameRegistrations.client, client), most: perDay, now })
  if (network !== null) {
    await refuseBeyond({
      transaction,
      of: eq(nameRegistrations.network, network),
      most: perDay * householdsOfNetwork,
      now,
    })
  }
  const added = await transaction
    .insert(nameRegistrations)
    .values({ digest, client, network, at: new Date(now) })
    .onConflictDoNothing()
    .returning({ digest: nameRegistrations.digest })
  if (added.length > 0) return
  throw new NameTakenError({ name: 'message', description: 'This signature was used already. Sign again.' })
}

interface RefuseBeyond extends Pick<CountRegistration, 'transaction' | 'now'> {
  /** whose registrations */
  of: SQL
  /** in a day */
  most: number
}

/** @throws {@link NameLimitError} */
async function refuseBeyond({ transaction, of, most, now }: RefuseBeyond): Promise<void> {
  const [recent] = await transaction
    .select({ registered: count(), oldest: min(nameRegistrations.at) })
    .from(nameRegistrations)
    .where(and(of, gt(nameRegistrations.at, new Date(now - dayMs))))
  if (recent === undefined || recent.oldest === null || recent.registered < most) return
  const retryAfterSeconds = Math.max(1, Math.ceil((recent.oldest.getTime() + dayMs - now) / 1000))
  throw new NameLimitError({ retryAfterSeconds })
}

interface WhyTaken {
  transaction: Pick<Orm, 'select'>
  zone: string
  address: string
}

async function whyTaken({ transaction, zone, address }: WhyTaken): Promise<NameTakenError> {
  const own = await transaction
    .select({ label: table.label })
    .from(table)
    .where(and(eq(table.zone, zone), eq(table.address, address)))
  if (own.length > 0) return new NameTakenError({ name: 'address', description: 'You already own a name.' })
  return new NameTakenError({ name: 'name', description: 'This name, or one that looks like it, is taken.' })
}
