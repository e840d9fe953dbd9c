import { setTimeout as delay } from 'node:timers/promises'
import {
  type Address,
  type Client,
  formatTransactionReceipt,
  type Hash,
  type Hex,
  numberToHex,
  type RpcTransactionReceipt,
  type TransactionReceipt,
} from 'viem'

/** A transaction of an account that the chain itself signs for. */
export interface UnlockedTransaction {
  readonly from: Address
  /** absent where a contract is made */
  readonly to?: Address | undefined
  readonly data: Hex
  /** wei */
  readonly value?: bigint | undefined
  /** what the chain estimates and half as much again, unless said; then it also goes through where it reverts */
  readonly gas?: bigint | undefined
  readonly gasPrice?: bigint | undefined
}

export interface SendUnlockedParameters {
  client: Client
  transaction: UnlockedTransaction
  limitMs?: number | undefined
}

interface SendCall {
  Method: 'eth_sendTransaction'
  Parameters: [{ from: Address; to?: Address; data: Hex; value?: Hex; gas?: Hex; gasPrice?: Hex }]
  ReturnType: Hash
}
interface ReceiptCall {
  Method: 'eth_getTransactionReceipt'
  Parameters: [Hash]
  ReturnType: RpcTransactionReceipt | null
}

interface GasCall {
  Method: 'eth_estimateGas'
  Parameters: SendCall['Parameters']
  ReturnType: Hex
}

const refreshSessionsMs = 5

/**
 * Sends on a development chain and waits for the receipt by asking for it. Neither by `eth_sendTransactionSync` nor by watching
 * blocks: on a busy machine anvil has made the block before the one listens to it, and then it waits for one that never comes.
 * @throws what the chain refuses it with · an error after `limitMs`
 */
export async function sendUnlocked({
  client,
  transaction,
  limitMs = 60_000,
}: SendUnlockedParameters): Promise<TransactionReceipt> {
  const { from, to, data, value, gas, gasPrice } = transaction
  const call: SendCall['Parameters'][0] = {
    from,
    data,
    ...(to !== undefined && { to }),
    ...(value !== undefined && { value: numberToHex(value) }),
    ...(gasPrice !== undefined && { gasPrice: numberToHex(gasPrice) }),
  }
  const limit = gas ?? (await roomyGas({ client, call }))
  const hash = await client.request<SendCall>({
    method: 'eth_sendTransaction',
    params: [{ ...call, gas: numberToHex(limit) }],
  })
  for (const end = performance.now() + limitMs; performance.now() < end; await delay(refreshSessionsMs)) {
    const receipt = await client.request<ReceiptCall>({ method: 'eth_getTransactionReceipt', params: [hash] })
    if (receipt !== null) return formatTransactionReceipt(receipt)
  }
  throw new Error(`The transaction got no receipt for ${limitMs} ms.`)
}

/** A second later the same call may take more: a Uniswap pool notes its price where the last note is of another second. */
async function roomyGas({ client, call }: { client: Client; call: SendCall['Parameters'][0] }): Promise<bigint> {
  const estimate = await client.request<GasCall>({ method: 'eth_estimateGas', params: [call] })
  return (BigInt(estimate) * 3n) / 2n
}
