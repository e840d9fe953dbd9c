import {
  type Abi,
  type Address,
  type Client,
  encodeFunctionData,
  formatTransactionReceipt,
  type Hex,
  numberToHex,
  type RpcTransactionReceipt,
  type TransactionReceipt,
} from 'viem'
import { expect } from 'vitest'

/** What an account of a local chain sends. */
export interface Sent {
  /** the actor unless said */
  readonly from?: Address
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
  readonly gas?: bigint
  readonly gasPrice?: bigint
}

/** A call of a contract, which must succeed. */
export interface Written {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
  readonly from?: Address
  readonly value?: bigint
}

interface SendCall {
  Method: 'eth_sendTransactionSync'
  Parameters: [{ from: Address; to: Address; data: Hex; value: Hex; gas: Hex; gasPrice?: Hex | undefined }]
  ReturnType: RpcTransactionReceipt
}

/** An account whose key the local chain has, for tests; nothing in the product imports this. */
export interface Actor {
  send(transaction: Sent): Promise<TransactionReceipt>
  write(call: Written): Promise<void>
}

export function createActor({ client, account }: { client: Client; account: Address }): Actor {
  // Answered with the receipt (EIP-7966), so that there is nothing to wait for.
  const send = async ({ from = account, to, data, value = 0n, gas = 3_000_000n, gasPrice }: Sent) => {
    const priced = gasPrice === undefined ? {} : { gasPrice: numberToHex(gasPrice) }
    const transaction = { from, to, data, value: numberToHex(value), gas: numberToHex(gas), ...priced }
    const receipt = await client.request<SendCall>({ method: 'eth_sendTransactionSync', params: [transaction] })
    return formatTransactionReceipt(receipt)
  }
  return {
    send,
    async write({ address, abi, functionName, args, ...rest }) {
      const data = encodeFunctionData({ abi, functionName, args })
      expect((await send({ to: address, data, ...rest })).status).toBe('success')
    },
  }
}
