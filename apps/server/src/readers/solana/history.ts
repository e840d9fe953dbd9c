import * as v from 'valibot'
import type { Chain } from '../../chains/chains.js'
import { type EnginePage, type EngineSources, type HistoryEngine, pageSize } from '../../history/engines/engine.js'
import type { HistoryEntry, HistoryEvent } from '../../history/entry.js'
import { unlessAborted } from '../../kernel/unlessAborted.js'
import { readable, row } from '../../provider/rows.js'
import { resultOf } from '../../rpc/resultOf.js'
import { tokenAccountCalls, tokenAccountsIn } from './tokenAccounts.js'

const freshMs = { newest: 15_000, older: 600_000 } as const

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const signature = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/
const Signature = v.pipe(v.string(), v.regex(signature))
const Signatures = v.array(row(v.object({ signature: Signature, slot: Count })))

const TokenBalance = v.object({
  accountIndex: Count,
  mint: v.string(),
  owner: v.nullish(v.string()),
  uiTokenAmount: v.object({ amount: v.pipe(v.string(), v.regex(/^\d{1,20}$/)), decimals: Count }),
})
type TokenBalance = v.InferOutput<typeof TokenBalance>

const Parsed = v.object({
  slot: Count,
  blockTime: v.nullish(Count),
  meta: v.object({
    err: v.pipe(
      v.unknown(),
      v.transform((error) => error ?? null),
    ),
    fee: Count,
    preBalances: v.array(Count),
    postBalances: v.array(Count),
    preTokenBalances: v.nullish(v.array(TokenBalance), []),
    postTokenBalances: v.nullish(v.array(TokenBalance), []),
  }),
  transaction: v.object({ message: v.object({ accountKeys: v.array(v.object({ pubkey: v.string() })) }) }),
})
type Parsed = v.InferOutput<typeof Parsed>

/** A page as it is kept; null stands for a transaction that the node has forgotten. */
const Kept = v.object({
  signatures: v.array(Signature),
  transactions: v.array(v.nullable(Parsed)),
  hasMore: v.boolean(),
})

/**
 * Reads a Solana account's history from the network's own nodes, which keep it by account. A transaction is described by what it changed: the
 * account's lamports and its tokens. What is sent to one of its token accounts names only that, so those of the configured tokens are
 * asked about as well.
 * @see https://solana.com/docs/rpc/http/getsignaturesforaddress · https://solana.com/docs/rpc/http/gettransaction
 */
export function createSolanaHistory({ chain, answers, onUnread }: EngineSources): HistoryEngine {
  const load = async ({ account, mark }: { account: string; mark: string | null }) => {
    const { signal } = new AbortController() // the nodes have deadlines of their own, and others may wait for it too
    const options = { limit: pageSize + 1, commitment: 'confirmed', ...(mark !== null && { before: mark }) }
    const addresses = [account, ...(await tokenAccountsOf({ chain, account, signal }))]
    const listed = await chain.request({
      calls: addresses.map((each) => ({ method: 'getSignaturesForAddress', params: [each, options] })),
      signal,
    })
    const all = listed.flatMap((outcome) => resultOf({ outcome, schema: Signatures, host: chain.id }))
    const bySignature = new Map(readable(all).map((each) => [each.signature, each]))
    const found = [...bySignature.values()].sort((one, other) => other.slot - one.slot)
    const signatures = found.slice(0, pageSize).map((each) => each.signature)
    const how = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, commitment: 'confirmed' }
    const calls = signatures.map((each) => ({ method: 'getTransaction', params: [each, how] }))
    const outcomes = calls.length === 0 ? [] : await chain.request({ calls, signal })
    const results = outcomes.map((outcome) => resultOf({ outcome, schema: v.unknown(), host: chain.id }))
    const transactions = results.map((result) => v.parse(row(Parsed), result))
    const lost = results.filter((result, index) => result !== null && transactions[index] === null)
    const count = lost.length + all.filter((each) => each === null).length
    if (count > 0) onUnread?.({ provider: chain.id, count })
    return JSON.stringify({ signatures, transactions, hasMore: found.length > pageSize })
  }
  return {
    mark: signature,
    async page({ account, mark, signal }): Promise<EnginePage> {
      const work = answers.of({
        key: `${chain.id} ${account} ${mark}`,
        freshMs: mark === null ? freshMs.newest : freshMs.older,
        load: () => load({ account, mark }),
      })
      const kept = v.parse(Kept, JSON.parse(await unlessAborted({ work, signal })))
      const entries = kept.transactions.flatMap((transaction, index) => {
        const hash = kept.signatures[index]
        return transaction === null || hash === undefined ? [] : [toEntry({ chain, account, hash, transaction })]
      })
      return { entries, next: kept.hasMore ? (kept.signatures.at(-1) ?? null) : null }
    },
  }
}

const mostTokenAccounts = 8

/** The account's token accounts of the configured tokens. */
async function tokenAccountsOf(parameters: {
  chain: Chain
  account: string
  signal: AbortSignal
}): Promise<readonly string[]> {
  const { chain, account, signal } = parameters
  if (chain.tokens.length === 0) return []
  const outcomes = await chain.request({ calls: tokenAccountCalls(account), signal })
  const listed = new Set(chain.tokens.map(({ address }) => address))
  const own = tokenAccountsIn({ outcomes, host: chain.id }).filter(({ mint }) => listed.has(mint))
  return own.slice(0, mostTokenAccounts).map(({ address }) => address)
}

interface OfTransaction {
  account: string
  transaction: Parsed
}

function toEntry({ chain, account, hash, transaction }: OfTransaction & { chain: Chain; hash: string }): HistoryEntry {
  const { blockTime, meta } = transaction
  const [payer = ''] = keysOf(transaction)
  const succeeded = meta.err === null
  const events = succeeded ? eventsOf({ account, transaction }) : []
  const [first] = events
  const others = events.map(({ from, to }) => (from === account ? to : from)).filter((other) => other !== '')
  const isOut = first?.from === account
  // Of what no other account gave, such as a reward, the payer of the fee is the sender at most where that is someone else.
  const giver = first?.from || (payer === account ? '' : payer)
  return {
    transaction: {
      chainId: chain.id,
      hash,
      minedAt: blockTime ?? 0,
      from: isOut || first === undefined ? payer : giver,
      to: isOut ? first.to : first === undefined ? '' : account,
      nonce: 0,
      value: first?.kind === 'native' ? first.amount : 0n,
      selector: '0x',
      succeeded,
      recipients: new Set(others).size,
    },
    events,
  }
}

const keysOf = ({ transaction }: Parsed) => transaction.message.accountKeys.map(({ pubkey }) => pubkey)

/** Returns the account's gains and losses, the fee aside; and who had them the other way round. */
function eventsOf({ account, transaction }: OfTransaction): readonly HistoryEvent[] {
  const tokens = tokenChanges(transaction)
  const own = [...tokens].flatMap(([mint, { decimals, byOwner }]) => {
    const change = byOwner.get(account) ?? 0n
    return change === 0n ? [] : [eventOf({ account, change, contract: mint, decimals, others: byOwner })]
  })
  const lamports = lamportChanges(transaction)
  const change = lamports.get(account) ?? 0n
  const coin =
    change === 0n ? [] : [eventOf({ account, change, contract: null, decimals: undefined, others: lamports })]
  return [...coin, ...own]
}

function eventOf(request: {
  account: string
  change: bigint
  contract: string | null
  decimals: number | undefined
  others: ReadonlyMap<string, bigint>
}): HistoryEvent {
  const { account, change, contract, decimals, others } = request
  const isOut = change < 0n
  const opposite = [...others].filter(([who, theirs]) => who !== account && theirs !== 0n && theirs > 0n === isOut)
  // The one with whom most changed hands.
  const size = (amount: bigint) => (amount < 0n ? -amount : amount)
  const [other = ''] = opposite.sort(([, a], [, b]) => (size(a) < size(b) ? 1 : -1))[0] ?? []
  return {
    kind: contract === null ? 'native' : 'erc20',
    contract,
    tokenId: null,
    from: isOut ? account : other,
    to: isOut ? other : account,
    amount: size(change),
    ...(decimals !== undefined && { decimals }),
  }
}

/**
 * By account, without what the transaction itself cost its payer: the fee, and the rent of token accounts that it opened, which comes
 * back when they are closed.
 */
function lamportChanges(transaction: Parsed): ReadonlyMap<string, bigint> {
  const { fee, preBalances, postBalances, preTokenBalances, postTokenBalances } = transaction.meta
  const keys = keysOf(transaction)
  const of = (balances: readonly TokenBalance[] | null) =>
    new Set((balances ?? []).map(({ accountIndex }) => accountIndex))
  const [before, after] = [of(preTokenBalances), of(postTokenBalances)]
  const changes = new Map<string, bigint>()
  let rent = 0n
  keys.forEach((key, index) => {
    const change = BigInt(postBalances[index] ?? 0) - BigInt(preBalances[index] ?? 0)
    if (before.has(index) !== after.has(index)) rent += change
    else if (!before.has(index)) changes.set(key, change)
  })
  const [payer = ''] = keys
  changes.set(payer, (changes.get(payer) ?? 0n) + BigInt(fee) + rent)
  return changes
}

interface TokenChange {
  readonly decimals: number
  readonly byOwner: ReadonlyMap<string, bigint>
}

function tokenChanges({ meta }: Parsed): ReadonlyMap<string, TokenChange> {
  const changes = new Map<string, { decimals: number; byOwner: Map<string, bigint> }>()
  const add = (balances: readonly TokenBalance[] | null, sign: bigint) => {
    for (const { mint, owner, uiTokenAmount } of balances ?? []) {
      const { decimals, amount } = uiTokenAmount
      const known = changes.get(mint) ?? { decimals, byOwner: new Map<string, bigint>() }
      changes.set(mint, known)
      if (owner) known.byOwner.set(owner, (known.byOwner.get(owner) ?? 0n) + sign * BigInt(amount))
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  return changes
}
