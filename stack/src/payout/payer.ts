import {
  type Address,
  BaseError,
  createClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  TransactionReceiptNotFoundError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  estimateFeesPerGas,
  estimateGas,
  getTransactionCount,
  getTransactionReceipt,
  sendRawTransaction,
} from 'viem/actions'
import type { DevAccount } from '../accounts.js'
import type { PayoutOrder } from './payout.js'

/** One account on one chain. */
export interface Payer {
  /** Makes the transaction that pays an order, and sends nothing. @throws {@link CannotPayError} when it would fail */
  sign(order: PayoutOrder): Promise<{ nonce: number; raw: Hex; txHash: Hex }>
  /** Sends a transaction, or finds that it is there already. @throws {@link NonceTakenError} */
  send(raw: Hex): Promise<void>
  /** @returns null while it isn't mined */
  outcome(txHash: Hex): Promise<'paid' | 'reverted' | null>
}

/** The account lacks the coins, or the token refuses. */
export class CannotPayError extends Error {
  override readonly name = 'CannotPayError'
}

/** Another transaction of the account has this one's place: it will never be mined. */
export class NonceTakenError extends Error {
  override readonly name = 'NonceTakenError'
}

export interface CreatePayerParameters {
  url: string
  chainId: number
  account: DevAccount
}

export function createPayer({ url, chainId, account: { privateKey } }: CreatePayerParameters): Payer {
  const client = createClient({ transport: http(url, { retryCount: 0, timeout: 5_000 }), pollingInterval: 100 })
  const account = privateKeyToAccount(privateKey)
  return {
    async sign(order) {
      const call = toCall(order)
      const gas = await estimateGas(client, { account: account.address, ...call }).catch((cause: unknown) => {
        if (isOffline(cause)) throw cause
        throw new CannotPayError('The account can’t pay this.', { cause })
      })
      const [nonce, fees] = await Promise.all([
        getTransactionCount(client, { address: account.address, blockTag: 'pending' }),
        estimateFeesPerGas(client, { chain: null, type: 'eip1559' }),
      ])
      const raw = await account.signTransaction({ type: 'eip1559', chainId, nonce, gas, ...call, ...fees })
      return { nonce, raw, txHash: keccak256(raw) }
    },
    async send(raw) {
      await sendRawTransaction(client, { serializedTransaction: raw }).catch((error: unknown) => {
        const said = error instanceof BaseError ? error.details : ''
        if (/already (known|imported)/i.test(said)) return
        if (/nonce too low/i.test(said)) throw new NonceTakenError('Its place is taken.', { cause: error })
        throw error
      })
    },
    async outcome(txHash) {
      try {
        const { status } = await getTransactionReceipt(client, { hash: txHash })
        return status === 'success' ? 'paid' : 'reverted'
      } catch (error) {
        if (error instanceof TransactionReceiptNotFoundError) return null
        throw error
      }
    },
  }
}

function toCall({ to, token, amount }: PayoutOrder): { to: Address; data?: Hex; value?: bigint } {
  if (token === null) return { to, value: BigInt(amount) }
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, BigInt(amount)] }),
  }
}

/** Whether the chain didn't answer at all, so that nothing is known. */
function isOffline(error: unknown): boolean {
  const isTransport = (cause: unknown) =>
    cause instanceof Error && ['HttpRequestError', 'TimeoutError'].includes(cause.name)
  return error instanceof BaseError && error.walk(isTransport) !== null
}
