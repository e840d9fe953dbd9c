import type { TransactionSerializable } from 'viem'
import type { FilledTransaction } from './chain.js'

/** A transaction as viem writes it. */
export const serializable = ({
  chainId,
  to,
  value,
  data,
  gas,
  nonce,
  price,
}: Omit<FilledTransaction, 'dataFee' | 'from'>): TransactionSerializable => ({
  chainId,
  value,
  data,
  gas,
  nonce,
  ...(to ? { to } : {}),
  ...price,
})
