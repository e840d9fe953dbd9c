import type { Orm } from '@foyer/service/db/database'
import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { sponsorBudgets as table } from '../db/schema/sponsor.js'
import type { SponsoredNetwork } from '../projects/sponsorship.js'

/** Whose budgets pay for an operation. */
export interface Payers {
  readonly projectId: string
  readonly chainId: string
  readonly sender: string
  /** the account whose session's key redeems; null for an account's own operation */
  readonly grantedBy: string | null
  /** keyed names */
  readonly person: string
  readonly network: string
  /** UTC */
  readonly day: string
}

/** Of what isn't counted by day. */
const ever = '1970-01-01'

/** Thrown out of a transaction, so that what was taken of the other budgets is given back with it. */
export class BudgetUsedUpError extends Error {
  override readonly name = 'BudgetUsedUpError'
}

/** The budgets in the one order in which their rows are locked, so that two takers never wait for each other. */
const budgetsOf = ({ sender, grantedBy, person, network, day }: Payers) =>
  grantedBy === null
    ? ([
        { scope: 'total', of: 'total', owner: '', day: ever },
        { scope: 'day', of: 'day', owner: '', day },
        { scope: 'network', of: 'network', owner: network, day },
        { scope: 'person', of: 'account', owner: person, day },
        { scope: 'account', of: 'account', owner: sender, day },
      ] as const)
    : // Apart from those of persons: whoever makes sessions without a login uses up none of theirs.
      ([
        { scope: 'sessionTotal', of: 'total', owner: '', day: ever },
        { scope: 'sessionDay', of: 'day', owner: '', day },
        { scope: 'sessionNetwork', of: 'network', owner: network, day },
        { scope: 'sessionAccount', of: 'account', owner: grantedBy, day },
      ] as const)

type Rows = Pick<Orm, 'insert' | 'update'>

interface Take {
  readonly rows: Rows
  readonly payers: Payers
  readonly most: SponsoredNetwork['budget']
  /** in wei */
  readonly amount: bigint
}

/**
 * Holds so much of every budget, or of none: within a transaction, whose failing gives all of it back.
 * @throws {@link BudgetUsedUpError}
 */
export async function takeOfBudgets({ rows, payers, most, amount }: Take): Promise<void> {
  const { projectId, chainId } = payers
  for (const { scope, of, owner, day } of budgetsOf(payers)) {
    await rows.insert(table).values({ projectId, chainId, scope, owner, day }).onConflictDoNothing()
    const taken = sql`${table.spent} + ${table.reserved} + ${wei(amount)}`
    const held = await rows
      .update(table)
      .set({ reserved: sql`${table.reserved} + ${wei(amount)}` })
      .where(and(isRow({ projectId, chainId, scope, owner, day }), lte(taken, wei(BigInt(most[of])))))
      .returning({ scope: table.scope })
    if (held.length === 0) throw new BudgetUsedUpError()
  }
}

interface HasRoom extends Omit<Take, 'rows'> {
  readonly rows: Pick<Orm, 'select'>
}

/** Whether every budget could hold so much at the moment. */
export async function hasRoom({ rows, payers, most, amount }: HasRoom): Promise<boolean> {
  const { projectId, chainId } = payers
  for (const { scope, of, owner, day } of budgetsOf(payers)) {
    const [row] = await rows.select().from(table).where(isRow({ projectId, chainId, scope, owner, day }))
    if (BigInt(row?.spent ?? 0) + BigInt(row?.reserved ?? 0) + amount > BigInt(most[of])) return false
  }
  return true
}

/** Gives back what is held, and books what was paid. */
export async function settleBudgets({
  rows,
  payers,
  reserved,
  paid,
}: {
  readonly rows: Rows
  readonly payers: Payers
  readonly reserved: bigint
  readonly paid: bigint
}): Promise<void> {
  const { projectId, chainId } = payers
  for (const { scope, owner, day } of budgetsOf(payers)) {
    await rows
      .update(table)
      .set({ reserved: sql`${table.reserved} - ${wei(reserved)}`, spent: sql`${table.spent} + ${wei(paid)}` })
      .where(isRow({ projectId, chainId, scope, owner, day }))
  }
}

/** A number that a parameter's own type would be too small for. */
const wei = (amount: bigint): SQL => sql`${String(amount)}::numeric`

type Row = Pick<typeof table.$inferSelect, 'projectId' | 'chainId' | 'scope' | 'owner' | 'day'>

const isRow = ({ projectId, chainId, scope, owner, day }: Row) =>
  and(
    eq(table.projectId, projectId),
    eq(table.chainId, chainId),
    eq(table.scope, scope),
    eq(table.owner, owner),
    eq(table.day, day),
  )
