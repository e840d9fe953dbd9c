import { bigintToHex, type Hex, type LowerHex, readLowerHex, selector, selectorIn } from '@foyer/core/chain'
import { shortReason } from '@foyer/core/connector'
import { JsonRpcError } from '@foyer/core/errors'
import * as v from 'valibot'
import { decodeText, decodeUint } from './abi.js'
import { type Reading, readTransaction } from './chainAnswers.js'

/** Solidity's own two errors, by their selectors. */
const errorSelector = /* @__PURE__ */ selector('0x08c379a0') // Error(string)
const panicSelector = /* @__PURE__ */ selector('0x4e487b71') // Panic(uint256)

const DataOf = v.object({ data: v.string() })

/**
 * Reads why a mined transaction was reverted: it is repeated as an `eth_call` in its block, where a node answers with
 * the contract's words.
 *
 * @returns undefined where the node no longer knows the block's state, or the call succeeds there
 */
export async function failureReason({
  read,
  hash,
  signal,
}: Reading & { readonly hash: Hex }): Promise<string | undefined> {
  const sent = await readTransaction({ read, hash, signal })
  if (!sent?.blockNumber || !sent.to) return undefined
  const call = {
    from: sent.from,
    to: sent.to,
    data: sent.input,
    value: bigintToHex(sent.value),
    ...(sent.gas === undefined ? {} : { gas: bigintToHex(sent.gas) }),
  }
  try {
    await read({ method: 'eth_call', params: [call, bigintToHex(sent.blockNumber)], signal })
    return undefined
  } catch (error) {
    if (error instanceof JsonRpcError) return reasonIn(error)
    throw error
  }
}

/** Nodes give the returned bytes as `error.data`, some inside an object, and most say the reason in their message too. */
export function reasonIn({ rpcData, message }: Pick<JsonRpcError, 'rpcData' | 'message'>): string | undefined {
  const nested = v.safeParse(DataOf, rpcData)
  const data = nested.success ? nested.output.data : rpcData
  const read = typeof data === 'string' ? readLowerHex(data) : undefined
  const decoded = read && decodeReason(read)
  const said = /revert(?:ed)?(?: with reason)?:\s*(.+)$/s.exec(message)?.[1]
  return shortReason(decoded ?? said ?? '')
}

function decodeReason(data: LowerHex): string | undefined {
  const parameters: Hex = `0x${data.slice(10)}`
  const error = selectorIn(data)
  if (error === errorSelector) return decodeText(parameters)
  if (error === panicSelector) return `Panic(0x${decodeUint(parameters)?.toString(16) ?? '0'})`
  return undefined
}
