import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

// Addresses and hashes are in lower case with 0x; moments of the chain are seconds since 1970, as blocks have them.

const chainId = () => text('chain_id').notNull()
const blockNumber = () => bigint('block_number', { mode: 'number' }).notNull()
const minedAt = () => bigint('mined_at', { mode: 'number' }).notNull()
/** A transaction's index in its block. */
const position = () => integer('position').notNull()

/** The progress on each chain, and the node that follows it. */
export const indexCursors = pgTable('index_cursors', {
  chainId: text('chain_id').primaryKey(),
  /** The first block that is followed; null until the chain was first seen. */
  startBlock: bigint('start_block', { mode: 'number' }),
  /** The last block that was indexed, and its hash; null before the first. */
  blockNumber: bigint('block_number', { mode: 'number' }),
  blockHash: text('block_hash'),
  /** The node of the server that follows, until when by the database's clock. */
  holder: text('holder'),
  heldUntil: timestamp('held_until', { withTimezone: true }),
})

/** The last blocks that were indexed, to find the common ancestor after a reorganisation. */
export const indexedBlocks = pgTable(
  'indexed_blocks',
  { chainId: chainId(), number: bigint('number', { mode: 'number' }).notNull(), hash: text('hash').notNull() },
  (table) => [primaryKey({ columns: [table.chainId, table.number] })],
)

/** Transactions that an account of interest took part in, failed ones too. */
export const transactions = pgTable(
  'transactions',
  {
    chainId: chainId(),
    hash: text('hash').notNull(),
    blockNumber: blockNumber(),
    position: position(),
    minedAt: minedAt(),
    from: text('from_address').notNull(),
    /** null where the transaction made a contract */
    to: text('to_address'),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    /** in the smallest unit of the network's coin; moved only where `succeeded` */
    value: numeric('value', { precision: 78, scale: 0 }).notNull(),
    /** the first four bytes of the input, `0x` where it is shorter */
    selector: text('selector').notNull(),
    /** null where a node never gave the receipt */
    succeeded: boolean('succeeded'),
    /** how many accounts were given something: many at once are no payment */
    recipients: integer('recipients').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.hash] }),
    index('transactions_chain_block').on(table.chainId, table.blockNumber),
  ],
)

const isNft = (kind: SQLWrapper) => sql`${kind} in ('erc721', 'erc1155')`
const isApproval = (kind: SQLWrapper) => sql`${kind} in ('approval', 'approvalForAll')`

/** The events of a transaction: coins and tokens that moved, approvals, swaps. */
export const chainEvents = pgTable(
  'chain_events',
  {
    chainId: chainId(),
    hash: text('hash').notNull(),
    /** in the order of the transaction; its own value first */
    ordinal: integer('ordinal').notNull(),
    kind: text('kind', {
      enum: ['native', 'erc20', 'erc721', 'erc1155', 'approval', 'approvalForAll', 'swap'],
    }).notNull(),
    /** the token, or the pool of a swap; null for the network's own coin */
    contract: text('contract'),
    tokenId: numeric('token_id', { precision: 78, scale: 0 }),
    /** the sender; the owner of an approval; the sender of a swap */
    from: text('from_address').notNull(),
    /** the recipient; the spender of an approval; the recipient of a swap */
    to: text('to_address').notNull(),
    /** in the smallest unit; 1 for an ERC-721; of an approval of everything 1 or 0 */
    amount: numeric('amount', { precision: 78, scale: 0 }).notNull(),
    /** of the transaction, so that the newest of an account are found without it */
    blockNumber: blockNumber(),
    position: position(),
    /** Whether the owner of an approval, or the recipient of what moved, signed the transaction or an operation in it: anyone else writes what they like. */
    isOwn: boolean('is_own').notNull(),
    /** Whether who gave it, or let it be taken, signed that: the other side is known to the account. */
    isSent: boolean('is_sent').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.hash, table.ordinal] }),
    // The newest of an account, its own first: a reader looks at some of them, however many there are.
    index('chain_events_nfts')
      .on(table.chainId, table.to, table.isOwn, table.blockNumber, table.contract, table.tokenId, table.kind)
      .where(isNft(table.kind)),
    index('chain_events_approvals')
      .on(table.chainId, table.from, table.isOwn, table.blockNumber, table.position, table.ordinal)
      .where(isApproval(table.kind)),
    index('chain_events_tokens')
      .on(table.chainId, table.to, table.isOwn, table.blockNumber)
      .where(sql`${table.kind} = 'erc20'`),
    index('chain_events_sent').on(table.chainId, table.from, table.blockNumber, table.to).where(sql`${table.isSent}`),
    // The data of one of them.
    index('chain_events_nft_in')
      .on(table.chainId, table.to, table.contract, table.tokenId, table.isOwn, table.blockNumber)
      .where(isNft(table.kind)),
    index('chain_events_nft_out')
      .on(table.chainId, table.from, table.contract, table.tokenId, table.blockNumber)
      .where(isNft(table.kind)),
    index('chain_events_granted')
      .on(table.chainId, table.from, table.contract, table.blockNumber)
      .where(sql`${isApproval(table.kind)} and ${table.amount} > 0`),
  ],
)

/** The participants of transactions: the index of a history's pages. */
export const accountTransactions = pgTable(
  'account_transactions',
  {
    address: text('address').notNull(),
    chainId: chainId(),
    hash: text('hash').notNull(),
    blockNumber: blockNumber(),
    position: position(),
    minedAt: minedAt(),
    /** whether the account signed it, or an operation in it */
    isOwn: boolean('is_own').notNull().default(false),
    /** the ordinals of the events that say something about the account, in the order in which a reader has room for them */
    events: smallint('events').array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.chainId, table.hash] }),
    index('account_transactions_newest').on(
      table.address,
      table.chainId,
      table.minedAt,
      table.blockNumber,
      table.position,
    ),
    index('account_transactions_own').on(table.address, table.chainId, table.blockNumber).where(sql`${table.isOwn}`),
    index('account_transactions_chain_block').on(table.chainId, table.blockNumber),
  ],
)

/** The accounts of which an approval wasn't written down, as a transaction had too many: of these not all are known. */
export const droppedApprovals = pgTable(
  'dropped_approvals',
  { chainId: chainId(), address: text('address').notNull() },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
)

/** The ERC-20 tokens that accounts received in transactions of which the history was deleted, since they may still hold them. */
export const receivedTokens = pgTable(
  'received_tokens',
  {
    chainId: chainId(),
    address: text('address').notNull(),
    contract: text('contract').notNull(),
    /** of the last receipt that was deleted */
    minedAt: minedAt(),
    /** whether the account signed any of the transactions */
    isOwn: boolean('is_own').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.address, table.contract] }),
    index('received_tokens_newest').on(table.chainId, table.address, table.isOwn, table.minedAt),
  ],
)

/** Each time that a chain was reorganised, in the order of happening over all chains. */
export const reorgs = pgTable('reorgs', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  chainId: chainId(),
  /** by the server's clock */
  at: timestamp('at', { withTimezone: true }).notNull(),
})

/** The places of an account's transactions before a reorganisation, for a reader of pages to neither miss nor repeat one. */
export const movedTransactions = pgTable(
  'moved_transactions',
  {
    address: text('address').notNull(),
    chainId: chainId(),
    hash: text('hash').notNull(),
    reorgId: bigint('reorg_id', { mode: 'number' })
      .notNull()
      .references(() => reorgs.id, { onDelete: 'cascade' }),
    blockNumber: blockNumber(),
    position: position(),
    minedAt: minedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.chainId, table.hash, table.reorgId] }),
    index('moved_transactions_reorg').on(table.reorgId),
  ],
)
