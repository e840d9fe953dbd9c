import { entryPoint } from '@foyer/evm/delegate'
import * as v from 'valibot'
import { decodeFunctionData, type Hex, parseAbi, size } from 'viem'
import { expect, test } from 'vitest'
import type { RpcCall, RpcOutcome } from '../chains/chains.js'
import { handleOpsOf, type Operation } from './operation.js'
import { readLowerFee } from './readNetwork.js'

const abi = parseAbi([
  'function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
  'function getL1Fee(bytes data) view returns (uint256)',
])
const operation: Operation = {
  ...{ chain: 31337, sender: `0x${'ab'.repeat(20)}`, nonce: 7n, callData: '0x0102', validUntil: 9 },
  ...{ verificationGasLimit: 1, callGasLimit: 2, signature: '0x03', authorization: null },
}
const Asked = v.tuple([
  v.object({ to: v.string(), data: v.custom<Hex>((data) => typeof data === 'string') }),
  v.string(),
])
const { signal } = new AbortController()

/** Reads the fee of a network that answers so; with what was asked of it. */
async function read(outcomes: readonly RpcOutcome[]) {
  const asked: ReturnType<typeof decodeFunctionData<typeof abi>>[] = []
  const chain = {
    id: 'eip155:31337' as const,
    async request({ calls }: { readonly calls: readonly RpcCall[] }) {
      for (const { params } of calls) asked.push(decodeFunctionData({ abi, data: v.parse(Asked, params)[0].data }))
      return outcomes
    },
  }
  return { fee: await readLowerFee({ chain, signal, operation, gas: 123_456 }), asked }
}

const word = (amount: number): RpcOutcome => ({ result: `0x${amount.toString(16).padStart(64, '0')}` })
const none: RpcOutcome = { error: { code: 3, message: 'execution reverted' } }

test('the fee below is that of the operation’s calldata, with 400 bytes beside it that nothing makes smaller, and of its gas', async () => {
  const { fee, asked } = await read([word(1_000), word(200), word(30)])
  const written = handleOpsOf(operation, entryPoint)
  expect(fee).toBe(1_230n)
  expect(asked).toEqual([
    { functionName: 'getL1FeeUpperBound', args: [BigInt(size(written) + 400)] },
    { functionName: 'getOperatorFee', args: [123_456n] },
    { functionName: 'getL1Fee', args: [`${written}${'ff'.repeat(400)}`] },
  ])
})

test('a network that has none of these takes nothing, and one that has some takes those', async () => {
  expect((await read([none, none, none])).fee).toBe(0n)
  expect((await read([{ result: '0x' }, word(7), none])).fee).toBe(7n)
})
