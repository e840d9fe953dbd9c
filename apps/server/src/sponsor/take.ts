import type { Payers } from './budgets.js'
import type { JudgedOperation } from './judge.js'
import type { KeptRow, Ledger } from './ledger.js'
import type { SponsorQueue } from './queue.js'

interface Accept<Refusal extends string> {
  readonly ledger: Pick<Ledger, 'find' | 'reserve'>
  readonly queue: Pick<SponsorQueue, 'pass'>
  readonly hash: string
  /** as of the moment at which its cost is held */
  payers(): Payers
  /** whether what is kept by this hash is the sender's */
  isOf(row: KeptRow): boolean
  judge(): Promise<JudgedOperation | Refusal>
}

/** Takes an operation to be sent, unless it was taken before. @returns why it isn't; null where it is, or was before. @throws what `judge` does */
export async function accept<Refusal extends string>(
  request: Accept<Refusal>,
): Promise<Refusal | 'budget' | 'operation' | 'token' | null> {
  const { ledger, queue, hash, isOf, judge } = request
  const isTaken = async () => {
    const row = await ledger.find(hash)
    return row !== undefined && isOf(row) && row.status !== 'dropped'
  }
  if (await isTaken()) return null
  const judged = await judge()
  // The same may have been taken meanwhile, and changed what is judged by.
  if (typeof judged === 'string') return (await isTaken()) ? null : judged
  const payers = request.payers()
  const untaken = await take({ ...request, payers, judged })
  if (untaken === null) void queue.pass(payers.chainId)
  return untaken
}

/** So long may an operation be carried out from its quote on: there is time to read and to sign it, and for a block to have it. */
export const validSeconds = 600
/** The furthest and the nearest end of an operation, in seconds from now on: one that a block may not have in time costs its place, and ends as nothing. */
const [longestSeconds, shortestSeconds] = [900, 120]

/** @param of.validUntil - in seconds since 1970. @returns `late` where an operation's time is over or about to be, or further away than it may be */
export function lateness({ validUntil, now }: { readonly validUntil: number; readonly now: number }): 'late' | null {
  const left = validUntil - now / 1_000
  return left <= shortestSeconds || left > longestSeconds ? 'late' : null
}

interface Take extends Pick<Accept<never>, 'ledger' | 'hash'> {
  readonly payers: Payers
  readonly judged: JudgedOperation
}

/** Has an operation's cost held. @returns why it isn't; null where it is, or was before */
async function take({ ledger, judged, hash, payers }: Take): Promise<(typeof reasons)[keyof typeof reasons]> {
  const { operation, policy, cost, gas, block, tokenHash } = judged
  const { chain: _, sender, nonce, ...kept } = operation
  const row = {
    ...payers,
    hash,
    sender,
    nonce: String(nonce),
    operation: kept,
    tokenHash,
    gas,
    block,
    reserved: String(cost),
  }
  const made = await ledger.reserve({ row, most: policy.budget })
  return reasons[made]
}

const reasons = { budget: 'budget', taken: 'operation', token: 'token', reserved: null, there: null } as const

/** Returns an operation's outcome, as its sender is answered. */
export const outcomeOf = ({ status, transactionHash, succeeded }: KeptRow) =>
  // A transaction that has taken the place alone hasn't carried it out.
  ({ status: statuses[status], transactionHash: succeeded === null ? null : transactionHash, succeeded }) as const

const statuses = {
  reserved: 'waiting',
  signed: 'sent',
  included: 'included',
  // Its nonce may still be used.
  freed: 'sent',
  settled: 'final',
  dropped: 'dropped',
} as const satisfies Readonly<Record<KeptRow['status'], string>>
