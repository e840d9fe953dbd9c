import type { Payers } from './budgets.js'
import type { JudgedOperation } from './judge.js'
import type { KeptRow, Ledger } from './ledger.js'

interface Take {
  readonly ledger: Pick<Ledger, 'reserve'>
  readonly judged: JudgedOperation
  readonly hash: string
  readonly payers: Payers
  /** in seconds since 1970: until when it may be signed for; left out for ever */
  readonly validUntil?: number | undefined
}

/** Has an operation's cost held. @returns why it isn't; null where it is, or was before */
export async function take(request: Take): Promise<'budget' | 'operation' | 'token' | null> {
  const { ledger, judged, hash, payers, validUntil } = request
  const { operation, policy, cost, gas, tokenHash } = judged
  const { chain: _, sender, nonce, ...signed } = operation
  const kept = validUntil === undefined ? signed : { ...signed, validUntil }
  const row = { ...payers, hash, sender, nonce: String(nonce), operation: kept, tokenHash, gas, reserved: String(cost) }
  const made = await ledger.reserve({ row, most: policy.budget })
  return reasons[made]
}

const reasons = { budget: 'budget', taken: 'operation', token: 'token', reserved: null, there: null } as const

/** Returns an operation's outcome, as its sender is answered. */
export const outcomeOf = ({ status, transactionHash, succeeded }: KeptRow) =>
  ({ status: statuses[status], transactionHash, succeeded }) as const

const statuses = {
  reserved: 'waiting',
  signed: 'sent',
  included: 'included',
  settled: 'final',
  dropped: 'dropped',
} as const satisfies Readonly<Record<KeptRow['status'], string>>
