import { sendUnlocked } from '@foyer/stack'
import { type Abi, type Address, type Client, encodeFunctionData } from 'viem'
import { expect } from 'vitest'

/** A sender on the local chain. */
export const operator = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A call of a contract on a chain of a test's own. */
export interface Write {
  client: Client
  address: Address
  abi: Abi
  functionName: string
  args: readonly unknown[]
}

/** Calls a contract as the operator, which must succeed; nothing in the product imports this. */
export async function write({ client, address, abi, functionName, args }: Write): Promise<void> {
  const data = encodeFunctionData({ abi, functionName, args })
  const { status } = await sendUnlocked({ client, transaction: { from: operator, to: address, data } })
  expect(status).toBe('success')
}
