import { sendUnlocked } from '@foyer/stack'
import { type Abi, type Address, type Client, encodeFunctionData, type Hex, type TransactionReceipt } from 'viem'
import { expect } from 'vitest'

/** A transaction of an account on a local chain. */
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

/** An account whose key the local chain has, for tests; nothing in the product imports this. */
export interface Actor {
  send(transaction: Sent): Promise<TransactionReceipt>
  write(call: Written): Promise<void>
}

export function createActor({ client, account }: { client: Client; account: Address }): Actor {
  const send = ({ from = account, gas = 3_000_000n, ...transaction }: Sent) =>
    sendUnlocked({ client, transaction: { from, gas, ...transaction } })
  return {
    send,
    async write({ address, abi, functionName, args, ...rest }) {
      const data = encodeFunctionData({ abi, functionName, args })
      expect((await send({ to: address, data, ...rest })).status).toBe('success')
    },
  }
}
