import { entryPoint } from '@foyer/evm/delegate'
import { keccak256, type PrivateKeyAccount } from 'viem'
import type { Fees } from './fees.js'
import type { Signed } from './ledger.js'
import { handleOpsOf, type Operation, signedAuthorization } from './operation.js'

interface Signing {
  readonly account: PrivateKeyAccount
  readonly chain: number
  /** the account's nonce */
  readonly place: number
  readonly fees: Fees
}

/** Signs the transaction that carries an operation, with the authorization where it has one. */
export async function signOperation({
  account,
  chain,
  place,
  fees,
  operation,
  gas,
}: Signing & { readonly operation: Operation; readonly gas: number }): Promise<Signed> {
  const { authorization } = operation
  const common = {
    ...fees,
    chainId: chain,
    nonce: place,
    gas: BigInt(gas),
    to: entryPoint,
    value: 0n,
    data: handleOpsOf(operation, account.address),
  } as const
  const raw =
    authorization === null
      ? await account.signTransaction({ type: 'eip1559', ...common })
      : await account.signTransaction({
          type: 'eip7702',
          ...common,
          authorizationList: [signedAuthorization({ authorization, chain })],
        })
  return signed({ raw, fees, isCancelling: false })
}

/** The gas that a payment to oneself takes. */
export const cancellingGas = 21_000

/** Signs a transaction that takes a place and does nothing. */
export async function signCancelling({ account, chain, place, fees }: Signing): Promise<Signed> {
  const raw = await account.signTransaction({
    ...fees,
    type: 'eip1559',
    chainId: chain,
    nonce: place,
    gas: BigInt(cancellingGas),
    to: account.address,
    value: 0n,
  })
  return signed({ raw, fees, isCancelling: true })
}

const signed = ({
  raw,
  fees: { maxFeePerGas, maxPriorityFeePerGas },
  isCancelling,
}: {
  readonly raw: `0x${string}`
  readonly fees: Fees
  readonly isCancelling: boolean
}): Signed => ({
  ...{ raw, hash: keccak256(raw), isCancelling },
  maxFeePerGas: String(maxFeePerGas),
  maxPriorityFeePerGas: String(maxPriorityFeePerGas),
})
