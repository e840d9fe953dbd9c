import { createHash } from 'node:crypto'
import type { Orm } from '@foyer/service/db/database'
import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Address } from 'viem'
import { swapAsks } from '../db/schema/swaps.js'
import type { Side } from './side.js'

/** The account of a swap, and what it swaps. */
export interface AskKey {
  readonly projectId: string
  /** The asker: anyone can ask in an account's name, and must not change the amount of another's approval. */
  readonly client: string
  readonly chainId: string
  readonly account: Address
  readonly from: Side
  readonly to: Side
}

/** The last question. */
export interface Ask {
  readonly amount: bigint
  readonly withoutApproval: boolean
}

/** Remembers for a short while what was quoted, as a client that asks for an approval doesn't say how much. */
export interface Asks {
  keep(request: AskKey & Ask): Promise<void>
  /** The last ask of the account for the two tokens; null when there is none, or only an old one. */
  last(request: AskKey): Promise<Ask | null>
  /** The last ask of the account to sell a token, for whatever. */
  lastOf(request: Omit<AskKey, 'to'>): Promise<Ask | null>
}

/** As long as a visitor may look at a quote before they press. */
const keptForMs = 30 * 60_000

/** The number of old ones that go with each new one: more than come, and few enough to take no time. */
const forgottenAtOnce = 20

export function createAsks({ orm, now }: { orm: Orm; now: () => number }): Asks {
  const oldest = () => new Date(now() - keptForMs)
  return {
    async keep({ amount, withoutApproval, ...key }) {
      const row = { source: sourceOf(key), amount: String(amount), withoutApproval, askedAt: new Date(now()) }
      await orm
        .insert(swapAsks)
        .values({ id: idOf(key), ...row })
        .onConflictDoUpdate({ target: swapAsks.id, set: row })
      // Skipping what another node is forgetting, so that two never wait for each other.
      const old = orm
        .select({ id: swapAsks.id })
        .from(swapAsks)
        .where(lt(swapAsks.askedAt, oldest()))
        .limit(forgottenAtOnce)
        .for('update', { skipLocked: true })
      await orm.delete(swapAsks).where(inArray(swapAsks.id, old))
    },
    async last(key) {
      const [row] = await orm
        .select()
        .from(swapAsks)
        .where(and(eq(swapAsks.id, idOf(key)), gt(swapAsks.askedAt, oldest())))
      return row === undefined ? null : toAsk(row)
    },
    async lastOf(key) {
      const [row] = await orm
        .select()
        .from(swapAsks)
        .where(and(eq(swapAsks.source, sourceOf(key)), gt(swapAsks.askedAt, oldest())))
        .orderBy(desc(swapAsks.askedAt))
        .limit(1)
      return row === undefined ? null : toAsk(row)
    },
  }
}

const toAsk = ({ amount, withoutApproval }: { amount: string; withoutApproval: boolean }): Ask => {
  return { amount: BigInt(amount), withoutApproval }
}

const nameOf = (side: Side) => (side.kind === 'native' ? side.kind : side.address)

const sourceOf = ({ projectId, client, chainId, account, from }: Omit<AskKey, 'to'>) =>
  digest([projectId, client, chainId, account, nameOf(from)])

const idOf = ({ to, ...source }: AskKey) => digest([sourceOf(source), nameOf(to)])

const digest = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
