import type { Orm } from '@foyer/service/db/database'
import { and, asc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import {
  sponsoredOperations as operations,
  sponsorQueues as queues,
  sponsorTransactions as transactions,
} from '../db/schema/sponsor.js'
import type { SponsoredNetwork } from '../projects/sponsorship.js'
import { BudgetUsedUpError, type Payers, settleBudgets, takeOfBudgets } from './budgets.js'
import { waitingInTurn } from './turns.js'

export type KeptRow = typeof operations.$inferSelect
export type Attempt = typeof transactions.$inferSelect

/** An operation that isn't over, with the transactions that may carry it, in their order. */
export interface OpenOperation extends KeptRow {
  readonly attempts: readonly Attempt[]
}

/** A transaction that is signed and nothing more: what is sent is in the database first. */
export type Signed = Pick<Attempt, 'hash' | 'raw' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'isCancelling'>

/** The outcome of an operation, as a block has it. */
export interface Inclusion {
  readonly transactionHash: string
  readonly succeeded: boolean
  /** in wei */
  readonly paid: bigint
}

/**
 * The operator's promises and payments. Each method is one transaction: killed in it, nothing of it is done; called once more, nothing is done twice.
 */
export interface Ledger {
  /**
   * Holds the cost of a new operation of all budgets.
   * @returns `there` for one that is kept already; `budget` where one is used up; `taken` where its nonce is another operation's, or it was dropped before; `token` where its token is another's
   */
  reserve(request: {
    readonly row: NewOperation
    readonly most: SponsoredNetwork['budget']
  }): Promise<'reserved' | 'there' | 'budget' | 'taken' | 'token'>
  find(hash: string): Promise<KeptRow | undefined>
  /** Lists what isn't over on a network: what has a place, in the order of places; what waits, payers in turn, and projects' persons and sessions in turn, so that nobody's many stand before another's one; what blocks are noted to have, and what is freed, by when they were last written to. */
  open(chainId: string): Promise<readonly OpenOperation[]>
  /** Whether a place of the operator's account was given to an operation, over or not. */
  hasPlace(request: { readonly chainId: string; readonly account: string; readonly place: number }): Promise<boolean>
  /** Networks on which something isn't over. */
  openNetworks(): Promise<readonly string[]>
  /**
   * Gives an operation that is only reserved the next place among the operator's transactions.
   * @param request.counted - how many the network has seen of the account
   * @param request.cost - what is held from now on, if that is more
   * @returns whether it is signed now; false where another node was first, `budget` where the budgets don't hold the cost, `behind` where the network knows fewer transactions than are final
   */
  sign(request: {
    readonly operation: OpenOperation
    readonly account: string
    readonly counted: number
    readonly cost: bigint
    readonly most: SponsoredNetwork['budget']
    readonly write: (place: number) => Promise<Signed>
  }): Promise<boolean | 'budget' | 'behind'>
  /** Adds a transaction of higher fees in the same place. @returns whether it is added; false where another node was first, or the budgets don't hold the cost */
  replace(request: {
    readonly operation: OpenOperation
    readonly cost: bigint
    readonly most: SponsoredNetwork['budget'] | undefined
    readonly signed: Signed
  }): Promise<boolean>
  /** Notes what a block says; a transaction's hash alone: it has taken the place, and not carried the operation out; null: none says anything any more. */
  note(request: { readonly hash: string; readonly inclusion: Inclusion | string | null }): Promise<void>
  /** Books what was paid, and gives back the rest. */
  settle(request: { readonly hash: string; readonly inclusion: Inclusion }): Promise<void>
  /** Books what its place has cost, and gives back the rest: the operation itself may still be carried out by others. */
  free(request: {
    readonly hash: string
    /** in wei */
    readonly paid: bigint
    readonly because: 'stuck' | 'displaced' | 'reverted'
  }): Promise<void>
  /** Ends an operation whose place is freed. @param request.done - as somebody else carried it out; null: it isn't, and won't be */
  end(request: { readonly hash: string; readonly done: Omit<Inclusion, 'paid'> | null }): Promise<void>
  /** Gives others their turn before operations that could not be looked up, or were. */
  postpone(request: { readonly hashes: readonly string[] }): Promise<void>
  /** Ends an operation that was never signed, and gives all back. */
  drop(request: { readonly operation: KeptRow; readonly because: NonNullable<KeptRow['dropped']> }): Promise<void>
}

export type NewOperation = Omit<
  typeof operations.$inferInsert,
  | 'grantedBy'
  | ('status' | 'dropped' | 'account' | 'place' | 'transactionHash' | 'succeeded' | 'paid' | 'createdAt' | 'updatedAt')
> &
  Pick<Payers, 'grantedBy'>

interface LedgerParameters {
  readonly orm: Orm
  readonly now: () => number
}

const isOpen = inArray(operations.status, ['reserved', 'signed', 'included', 'freed'])
const holdsNonce = inArray(operations.status, ['reserved', 'signed', 'included'])
const isUnderWay = inArray(operations.status, ['signed', 'included'])

/** Undoes what a transaction has begun, without a fault. */
class UndoneError extends Error {
  override readonly name = 'UndoneError'
}

export function createLedger(parameters: LedgerParameters): Ledger {
  const { orm } = parameters
  return {
    reserve: (request) => reserve({ ...parameters, ...request }),
    async find(hash) {
      const [row] = await orm.select().from(operations).where(eq(operations.hash, hash))
      return row
    },
    open: (chainId) => open({ ...parameters, chainId }),
    async hasPlace({ chainId, account, place }) {
      const of = and(eq(operations.chainId, chainId), eq(operations.account, account), eq(operations.place, place))
      return (await orm.select({ hash: operations.hash }).from(operations).where(of).limit(1)).length > 0
    },
    async openNetworks() {
      const rows = await orm.selectDistinct({ chainId: operations.chainId }).from(operations).where(isOpen)
      return rows.map(({ chainId }) => chainId)
    },
    sign: (request) => sign({ ...parameters, ...request }),
    replace: (request) => replace({ ...parameters, ...request }),
    async note({ hash, inclusion }) {
      const is = and(eq(operations.hash, hash), isUnderWay)
      const said =
        inclusion === null || typeof inclusion === 'string'
          ? { status: 'signed' as const, ...nothingSaid, paid: null, transactionHash: inclusion }
          : { status: 'included' as const, ...inclusion, paid: String(inclusion.paid) }
      await orm
        .update(operations)
        .set({ ...said, updatedAt: new Date(parameters.now()) })
        .where(is)
    },
    settle: ({ hash, inclusion: { paid, ...said } }) =>
      settle({ ...parameters, hash, paid, outcome: { status: 'settled', ...said } }),
    free: ({ hash, paid, because }) =>
      settle({ ...parameters, hash, paid, outcome: { status: 'freed', dropped: because, ...nothingSaid } }),
    async end({ hash, done }) {
      const outcome =
        done === null ? { status: 'dropped' as const } : { status: 'settled' as const, dropped: null, ...done }
      const is = and(eq(operations.hash, hash), eq(operations.status, 'freed'))
      await orm
        .update(operations)
        .set({ ...outcome, updatedAt: new Date(parameters.now()) })
        .where(is)
    },
    async postpone({ hashes }) {
      const is = and(inArray(operations.hash, [...hashes]), isOpen)
      await orm
        .update(operations)
        .set({ updatedAt: new Date(parameters.now()) })
        .where(is)
    },
    drop: (request) => drop({ ...parameters, ...request }),
  }
}

const nothingSaid = { transactionHash: null, succeeded: null } as const

/** Of what waits, and of what is freed, looked at together: the others have their turn. */
const mostAtOnce = 100
/** The same of what blocks are noted to have. */
export const mostNoted = 48

/** An operation that could not be looked up stands behind the others. */
const byTurn = [asc(operations.updatedAt), asc(operations.createdAt), asc(operations.hash)] as const

type Open = LedgerParameters & { readonly chainId: string }

async function open({ orm, chainId }: Open): Promise<readonly OpenOperation[]> {
  const those = (is: SQL | undefined) =>
    orm
      .select()
      .from(operations)
      .where(and(eq(operations.chainId, chainId), is))
  const { status, transactionHash, place, hash } = operations
  const rows = [
    ...(await those(and(eq(status, 'signed'), isNull(transactionHash))).orderBy(asc(place), asc(hash))),
    ...(await waitingInTurn({ orm, chainId, most: mostAtOnce })),
    ...(await those(and(isUnderWay, isNotNull(transactionHash)))
      .orderBy(...byTurn)
      .limit(mostNoted)),
    ...(await those(eq(status, 'freed'))
      .orderBy(...byTurn)
      .limit(mostAtOnce)),
  ]
  if (rows.length === 0) return []
  const hashes = rows.map(({ hash }) => hash)
  const all = await orm
    .select()
    .from(transactions)
    .where(inArray(transactions.operation, hashes))
    .orderBy(asc(transactions.attempt))
  return rows.map((row) => ({ ...row, attempts: all.filter(({ operation }) => operation === row.hash) }))
}

type Reserve = LedgerParameters & Parameters<Ledger['reserve']>[0]

async function reserve({ orm, now, row, most }: Reserve): ReturnType<Ledger['reserve']> {
  const at = new Date(now())
  try {
    return await orm.transaction(async (rows) => {
      const made = await rows
        .insert(operations)
        .values({ ...row, status: 'reserved', createdAt: at, updatedAt: at })
        .onConflictDoNothing()
        .returning({ hash: operations.hash })
      if (made.length === 0) {
        const [there] = await rows.select().from(operations).where(eq(operations.hash, row.hash))
        if (there !== undefined) return there.status === 'dropped' ? 'taken' : 'there'
        const { chainId, sender, nonce } = row
        const ofNonce = [eq(operations.chainId, chainId), eq(operations.sender, sender), eq(operations.nonce, nonce)]
        const [other] = await rows
          .select()
          .from(operations)
          .where(and(...ofNonce, holdsNonce))
        return other === undefined ? 'token' : 'taken'
      }
      await takeOfBudgets({ rows, payers: row, most, amount: BigInt(row.reserved) })
      return 'reserved'
    })
  } catch (error) {
    if (error instanceof BudgetUsedUpError) return 'budget'
    throw error
  }
}

type Sign = LedgerParameters & Parameters<Ledger['sign']>[0]

/** The queue's row is locked before the operation's, so that each place is given once, whichever nodes give places. */
async function sign({ orm, now, operation, account, counted, cost, most, write }: Sign): ReturnType<Ledger['sign']> {
  const { chainId, hash } = operation
  const at = new Date(now())
  try {
    return await orm.transaction(async (rows) => {
      await rows.insert(queues).values({ chainId, account, nextNonce: counted }).onConflictDoNothing()
      const isQueue = and(eq(queues.chainId, chainId), eq(queues.account, account))
      await rows.select().from(queues).where(isQueue).for('update')
      const isWaiting = and(eq(operations.hash, hash), eq(operations.status, 'reserved'))
      const [found] = await rows
        .select({ row: operations, nextNonce: queues.nextNonce })
        .from(operations)
        .innerJoin(queues, isQueue)
        .where(isWaiting)
        .for('update')
      if (found === undefined) return false
      const { row, nextNonce } = found
      const isOfQueue = and(eq(operations.account, account), eq(operations.chainId, chainId), isUnderWay)
      // All that has a place is final, and the network doesn't know it: a place now would be a gap, or another's.
      if (counted < nextNonce && (await rows.$count(operations, isOfQueue)) === 0) return 'behind'
      const place = Math.max(nextNonce, counted)
      const reserved = await holdMore({ rows, row, cost, most })
      await rows.insert(transactions).values({ operation: hash, attempt: 0, ...(await write(place)), signedAt: at })
      await rows
        .update(operations)
        .set({ status: 'signed', account, place, reserved: String(reserved), updatedAt: at })
        .where(eq(operations.hash, hash))
      await rows
        .update(queues)
        .set({ nextNonce: place + 1 })
        .where(isQueue)
      return true
    })
  } catch (error) {
    if (error instanceof BudgetUsedUpError) return 'budget'
    throw error
  }
}

interface HoldMore {
  readonly rows: Pick<Orm, 'insert' | 'update'>
  readonly row: KeptRow
  readonly cost: bigint
  readonly most: SponsoredNetwork['budget'] | undefined
}

/** @returns what is held now. @throws BudgetUsedUpError */
async function holdMore({ rows, row, cost, most }: HoldMore): Promise<bigint> {
  const reserved = BigInt(row.reserved)
  if (cost <= reserved) return reserved
  if (most === undefined) throw new BudgetUsedUpError()
  await takeOfBudgets({ rows, payers: row, most, amount: cost - reserved })
  return cost
}

type Replace = LedgerParameters & Parameters<Ledger['replace']>[0]

async function replace({ orm, now, operation, cost, most, signed }: Replace): Promise<boolean> {
  const { hash, attempts } = operation
  const at = new Date(now())
  try {
    await orm.transaction(async (rows) => {
      const isSigned = and(eq(operations.hash, hash), eq(operations.status, 'signed'))
      const [row] = await rows.select().from(operations).where(isSigned).for('update')
      if (row === undefined) throw new UndoneError()
      const made = await rows
        .insert(transactions)
        .values({ operation: hash, attempt: attempts.length, ...signed, signedAt: at })
        .onConflictDoNothing()
        .returning({ attempt: transactions.attempt })
      if (made.length === 0) throw new UndoneError()
      const reserved = await holdMore({ rows, row, cost, most })
      await rows
        .update(operations)
        .set({ reserved: String(reserved), updatedAt: at })
        .where(eq(operations.hash, hash))
    })
    return true
  } catch (error) {
    if (error instanceof BudgetUsedUpError || error instanceof UndoneError) return false
    throw error
  }
}

interface Settle extends LedgerParameters {
  readonly hash: string
  /** in wei */
  readonly paid: bigint
  readonly outcome: Pick<KeptRow, 'status' | 'transactionHash' | 'succeeded'> & Partial<Pick<KeptRow, 'dropped'>>
}

async function settle({ orm, now, hash, paid, outcome }: Settle): Promise<void> {
  await orm.transaction(async (rows) => {
    const [row] = await rows
      .select()
      .from(operations)
      .where(and(eq(operations.hash, hash), isUnderWay))
      .for('update')
    if (row === undefined) return
    await rows
      .update(operations)
      .set({ ...outcome, paid: String(paid), updatedAt: new Date(now()) })
      .where(eq(operations.hash, hash))
    await settleBudgets({ rows, payers: row, reserved: BigInt(row.reserved), paid })
  })
}

type Drop = LedgerParameters & Parameters<Ledger['drop']>[0]

/** Only while nothing is signed: one that another node has signed meanwhile may have been sent. */
async function drop({ orm, now, operation: { hash }, because }: Drop): Promise<void> {
  await orm.transaction(async (rows) => {
    const is = and(eq(operations.hash, hash), eq(operations.status, 'reserved'))
    const [row] = await rows.select().from(operations).where(is).for('update')
    if (row === undefined) return
    await rows
      .update(operations)
      .set({ status: 'dropped', dropped: because, updatedAt: new Date(now()) })
      .where(is)
    await settleBudgets({ rows, payers: row, reserved: BigInt(row.reserved), paid: 0n })
  })
}
