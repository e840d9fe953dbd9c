import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true })
const wei = (name: string) => numeric(name, { precision: 78, scale: 0 })
/** CAIP-2 */
const chainId = () => text('chain_id').notNull()

/** A signature by which an account is switched to the delegate (EIP-7702). */
export interface KeptAuthorization {
  readonly nonce: number
  readonly yParity: number
  readonly r: `0x${string}`
  readonly s: `0x${string}`
}

/** The parts of an operation that are sent; its fees are zero, and it has neither init code nor paymaster. */
export interface KeptOperation {
  /** the account's own `execute`, without the deadline that stands before its calls */
  readonly callData: `0x${string}`
  readonly verificationGasLimit: number
  readonly callGasLimit: number
  readonly signature: `0x${string}`
  readonly authorization: KeptAuthorization | null
  /** in seconds since 1970: in a block of that time or later nothing of it is carried out */
  readonly validUntil: number
}

/** Operations that the operator pays for, each once, from the reservation of its cost until the network's own word on it is final. */
export const sponsoredOperations = pgTable(
  'sponsored_operations',
  {
    /** its hash, as the EntryPoint has it */
    hash: text('hash').primaryKey(),
    chainId: chainId(),
    projectId: text('project_id').notNull(),
    /** the account, in lower case */
    sender: text('sender').notNull(),
    /** the account whose session's key redeems by it, in lower case, and whose budget pays; null for an account's own operation */
    grantedBy: text('granted_by'),
    /** of the EntryPoint, with its key */
    nonce: wei('nonce').notNull(),
    /** keyed names of the person and of the client's network, whose budgets pay; a session's key has no person */
    person: text('person').notNull(),
    network: text('network').notNull(),
    /** of the reservation (UTC): the budgets of which day pay */
    day: date('day', { mode: 'string' }).notNull(),
    operation: jsonb('operation').$type<KeptOperation>().notNull(),
    /** SHA-256 of the token of the dapp's backend, which counts once; null where the project wants none */
    tokenHash: text('token_hash'),
    /** the newest block when it was taken: no earlier one has it */
    block: bigint('block', { mode: 'number' }).notNull(),
    /** of the transaction that carries it */
    gas: bigint('gas', { mode: 'number' }).notNull(),
    /** what is held of the budgets; nothing more once it is settled or dropped */
    reserved: wei('reserved').notNull(),
    /**
     * - `reserved`: its cost is held, and nothing is signed
     * - `signed`: it has a place among the operator's transactions, and may have been sent
     * - `included`: a block has it, which a reorganisation may still undo
     * - `settled`: it is final, and what it cost is booked
     * - `freed`: something else has its place, and what that cost is booked; whoever has seen it may carry it out until its time is over
     * - `dropped`: it was never sent, or its time was over before a final block had it: nothing of it is carried out any more
     */
    status: text('status', { enum: ['reserved', 'signed', 'included', 'freed', 'settled', 'dropped'] }).notNull(),
    /** why it was dropped, or its place freed */
    dropped: text('dropped', {
      enum: [
        'policy',
        'budget',
        'fee',
        'unfunded',
        'simulation',
        'authorization',
        'late',
        'stuck',
        'displaced',
        'reverted',
      ],
    }),
    /** the operator's account that sends it, in lower case; null until it is signed */
    account: text('account'),
    /** that account's nonce of its transactions; null until it is signed */
    place: bigint('place', { mode: 'number' }),
    /** of the transaction that a block has; null until one has. While it is `signed`, that one has its place, and hasn't carried it out */
    transactionHash: text('transaction_hash'),
    /** whether the account's calls took effect; null until a block has it */
    succeeded: boolean('succeeded'),
    /** all that the operator paid for it, in wei */
    paid: wei('paid'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('sponsored_operations_nonce')
      .on(table.chainId, table.sender, table.nonce)
      .where(sql`${table.status} in ('reserved', 'signed', 'included')`),
    uniqueIndex('sponsored_operations_token').on(table.projectId, table.tokenHash),
    index('sponsored_operations_open')
      .on(table.chainId, table.createdAt)
      .where(sql`${table.status} in ('reserved', 'signed', 'included', 'freed')`),
    index('sponsored_operations_over').on(table.updatedAt),
  ],
)

/** The transactions of an operation: one nonce, of which a block has one at most, each later one with higher fees. */
export const sponsorTransactions = pgTable(
  'sponsor_transactions',
  {
    operation: text('operation')
      .notNull()
      .references(() => sponsoredOperations.hash, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    hash: text('hash').notNull(),
    /** as it is sent: the same bytes each time, so that sending again sends nothing twice */
    raw: text('raw').notNull(),
    maxFeePerGas: wei('max_fee_per_gas').notNull(),
    maxPriorityFeePerGas: wei('max_priority_fee_per_gas').notNull(),
    /** takes the nonce and nothing else: the operation is given up */
    isCancelling: boolean('is_cancelling').notNull(),
    signedAt: time('signed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operation, table.attempt] })],
)

/** The next nonce of the operator's account on each network; its row is locked while a transaction is signed. */
export const sponsorQueues = pgTable(
  'sponsor_queues',
  {
    chainId: chainId(),
    /** the operator's, in lower case */
    account: text('account').notNull(),
    nextNonce: bigint('next_nonce', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.account] })],
)

/** The spending of projects' budgets, and their holds: `spent` and `reserved` together are never more than the project says. */
export const sponsorBudgets = pgTable(
  'sponsor_budgets',
  {
    projectId: text('project_id').notNull(),
    chainId: chainId(),
    scope: text('scope', {
      enum: [
        'total',
        'day',
        'network',
        'person',
        'account',
        'sessionTotal',
        'sessionDay',
        'sessionNetwork',
        'sessionAccount',
      ],
    }).notNull(),
    /** whose: a keyed name or an account; empty where it is the project's */
    owner: text('owner').notNull(),
    /** UTC; the first of all days for what isn't counted by day */
    day: date('day', { mode: 'string' }).notNull(),
    spent: wei('spent').notNull().default('0'),
    reserved: wei('reserved').notNull().default('0'),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.chainId, table.scope, table.owner, table.day] }),
    index('sponsor_budgets_day').on(table.day),
  ],
)
