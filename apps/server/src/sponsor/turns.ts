import type { Orm } from '@foyer/service/db/database'
import { and, asc, eq, sql } from 'drizzle-orm'
import { sponsoredOperations as operations } from '../db/schema/sponsor.js'

type KeptRow = typeof operations.$inferSelect

/** The account whose budget pays: the one that granted a session, or that of the operation itself. */
export const payerOf = ({ grantedBy, sender }: Pick<KeptRow, 'grantedBy' | 'sender'>): string => grantedBy ?? sender

/** The lane of an operation, whose turns and shares are one: the persons of a project, or its sessions, which whoever wants makes. */
export const laneOf = ({ projectId, grantedBy }: Pick<KeptRow, 'projectId' | 'grantedBy'>): string =>
  `${grantedBy === null ? 'persons' : 'sessions'} ${projectId}`

interface Waiting {
  readonly orm: Orm
  readonly chainId: string
  readonly most: number
}

/** Lists what waits on a network in its turns, as many as there may be: payers in turn, in each lane; and the lanes in turn. */
export async function waitingInTurn({ orm, chainId, most }: Waiting): Promise<KeptRow[]> {
  const { createdAt, grantedBy, hash, network, projectId, sender, status } = operations
  // A person has logged in; a session's payer costs nothing, and a network has a turn whatever its payers.
  const share = sql<string>`case when ${grantedBy} is null then ${sender} else ${network} end`
  const ofPayer = sql<number>`row_number() over (
    partition by ${projectId}, ${share}, coalesce(${grantedBy}, ${sender}) order by ${createdAt}, ${hash})`
  const isSession = sql<boolean>`${grantedBy} is not null`
  const payers = orm
    .select({
      hash,
      projectId,
      createdAt,
      isSession: isSession.as('is_session'),
      share: share.as('share'),
      ofPayer: ofPayer.as('of_payer'),
    })
    .from(operations)
    .where(and(eq(operations.chainId, chainId), eq(status, 'reserved')))
    .as('payers')
  const ofShare = sql<number>`row_number() over (
    partition by ${payers.projectId}, ${payers.isSession}, ${payers.share}
    order by ${payers.ofPayer}, ${payers.createdAt}, ${payers.hash})`
  const each = orm
    .select({
      hash: payers.hash,
      projectId: payers.projectId,
      createdAt: payers.createdAt,
      isSession: payers.isSession,
      ofShare: ofShare.as('of_share'),
    })
    .from(payers)
    .as('each')
  const ofProject = sql<number>`row_number() over (
    partition by ${each.projectId}, ${each.isSession} order by ${each.ofShare}, ${each.createdAt}, ${each.hash})`
  const turns = orm
    .select({ hash: each.hash, createdAt: each.createdAt, turn: ofProject.as('turn') })
    .from(each)
    .as('turns')
  const rows = await orm
    .select({ row: operations })
    .from(turns)
    .innerJoin(operations, eq(operations.hash, turns.hash))
    .orderBy(asc(turns.turn), asc(turns.createdAt), asc(turns.hash))
    .limit(most)
  return rows.map(({ row }) => row)
}
