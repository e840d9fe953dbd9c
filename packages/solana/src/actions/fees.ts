import type { FeeEstimate, Network, Work } from '@foyer/core'
import { InvalidResponseError } from '@foyer/core/errors'
import { base64 } from '@scure/base'
import type { SolanaCall } from '../family.js'
import type { Asking } from './chain.js'
import { Balance, Count, Fee } from './chainAnswers.js'
import { draftOf } from './draft.js'
import { planTransfer } from './transfers.js'

/**
 * The size of a token account on the chain, in bytes. One with extensions is larger, and its rent is the mint's affair.
 */
const tokenAccountBytes = 165

/** The priority fee that wallets may add for a place in a full block, in lamports. */
const priorityFee = 100_000n

/**
 * Estimates the fee of a transaction, in lamports: its signatures by `getFeeForMessage`, and the rent of an account
 * that it makes for the recipient. Beside it stands what must stay: an account that holds anything must hold the rent
 * of an empty one, else the chain refuses.
 *
 * @throws InvalidTransferError · InvalidTransactionError · InvalidResponseError · what the chain's nodes throw · AbortedError
 */
export async function estimateFee({
  chain,
  address,
  network,
  work,
  signal,
}: Asking & {
  readonly address: string
  readonly network: Network
  readonly work: Work<'solana'>
}): Promise<FeeEstimate> {
  const isCoin = 'transfer' in work && work.transfer.asset.type === 'coin'
  const { call, opensAccount } = await plannedCall({ chain, address, work, signal })
  const { message } = await draftOf({ chain, address, call, signal })
  const { commitment } = chain
  const [signatures, rent, held] = await Promise.all([
    signatureFee({ chain, message, signal }),
    opensAccount ? rentOf({ chain, bytes: tokenAccountBytes, signal }) : 0n,
    isCoin
      ? chain.ask({ method: 'getBalance', params: [address, { commitment }], schema: Balance, signal })
      : undefined,
  ])
  const value = signatures + rent
  const most = value + priorityFee + (isCoin ? await rentOf({ chain, bytes: 0, signal }) : 0n)
  const { decimals, symbol } = network.nativeCurrency
  const maxAmount = held && (held.value > most ? held.value - most : 0n)
  return { value, most, decimals, symbol, maxAmount }
}

async function plannedCall({
  chain,
  address,
  work,
  signal,
}: Asking & { readonly address: string; readonly work: Work<'solana'> }): Promise<{
  readonly call: SolanaCall
  readonly opensAccount: boolean
}> {
  if ('call' in work) return { call: work.call, opensAccount: false }
  const { instructions, opensAccount } = await planTransfer({ chain, from: address, transfer: work.transfer, signal })
  return { call: { instructions }, opensAccount }
}

async function signatureFee({ chain, message, signal }: Asking & { readonly message: Uint8Array }): Promise<bigint> {
  const method = 'getFeeForMessage'
  const { commitment } = chain
  const params = [base64.encode(message), { commitment }]
  const { value } = await chain.ask({ method, params, schema: Fee, signal })
  // A node that is behind doesn't know the newest block yet.
  if (value === null) throw new InvalidResponseError({ expected: 'a fee', context: { method } })
  return value
}

/** Reads the rent of an account of so many bytes, in lamports. */
function rentOf({ chain, bytes, signal }: Asking & { readonly bytes: number }): Promise<bigint> {
  return chain.ask({ method: 'getMinimumBalanceForRentExemption', params: [bytes], schema: Count, signal })
}
