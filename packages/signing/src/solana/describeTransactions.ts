import type { Outside, ShownRequest, WalletNetwork } from '@foyer/core/words'
import { base64 } from '@scure/base'
import { withSimulation } from '../readSimulation.js'
import { balanceOf, feeFor, orUnknown } from './chain.js'
import type { SolanaTransaction } from './message.js'
import { priorityFee } from './readInstruction.js'
import { type PricedTransaction, readTransactions } from './readTransaction.js'
import { resolveTransaction } from './resolve.js'

/** Describes transactions that an account signs, with what they cost, and of a single one what a simulation of it comes to. */
export async function describeTransactions({
  decoded,
  wires,
  address,
  network,
  simulate,
  isSent,
}: {
  readonly decoded: readonly SolanaTransaction[]
  /** The same, as they go over the wire. */
  readonly wires: readonly Uint8Array[]
  readonly address: string
  readonly network: WalletNetwork
  readonly simulate: Outside['simulate']
  readonly isSent: boolean
}): Promise<ShownRequest> {
  const [only, ...others] = wires
  const [transactions, balance, simulation] = await Promise.all([
    Promise.all(decoded.map((each) => priced({ transaction: each, network }))),
    orUnknown(balanceOf({ ...network, address })),
    // Several are sent whenever the application likes: what each does depends on those before it.
    only && others.length === 0 ? simulate?.({ transaction: base64.encode(only) }) : undefined,
  ])
  const shown = readTransactions({ transactions, address, network, balance, isSent })
  return withSimulation({ shown, simulation, network, isRead: shown.content === undefined, promised: undefined })
}

/** Each signature costs this, in lamports. */
const signatureFee = 5_000n

async function priced({
  transaction,
  network,
}: {
  readonly transaction: SolanaTransaction
  readonly network: WalletNetwork
}): Promise<PricedTransaction> {
  const { message, messageBytes } = transaction
  const [resolved, asked] = await Promise.all([
    resolveTransaction({ transaction, network }),
    orUnknown(feeFor({ ...network, message: messageBytes })),
  ])
  const counted = signatureFee * BigInt(message.signerCount) + priorityFee(resolved.instructions)
  return { ...resolved, fee: asked !== undefined && asked > counted ? asked : counted }
}
