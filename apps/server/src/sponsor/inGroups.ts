import type { RpcCall, RpcOutcome } from '../chains/chains.js'
import { UpstreamError, type UpstreamFault } from '../rpc/UpstreamError.js'
import type { Reading } from './readNetwork.js'

/** The calls of one request: fewer than nodes take that say nothing of it. */
const mostCalls = 48

/** By these a node may say that it was asked for too much at once; by the others, that it isn't there. */
const tooMuch: readonly UpstreamFault[] = ['too_large', 'not_json_rpc', 'status']

/**
 * Asks for the calls of many, some in one request each, and for halves of what is refused or too large together: what fails alone fails nobody else's.
 * @param request.all - the calls of each
 * @returns each one's own outcomes, or why there are none
 * @throws UpstreamError where nodes don't answer · the signal's reason
 */
export async function inGroups({
  chain,
  signal,
  all,
}: Reading & { readonly all: readonly (readonly RpcCall[])[] }): Promise<
  readonly PromiseSettledResult<readonly RpcOutcome[]>[]
> {
  const ask = async (
    group: readonly (readonly RpcCall[])[],
  ): Promise<PromiseSettledResult<readonly RpcOutcome[]>[]> => {
    try {
      const outcomes = await chain.request({ calls: group.flat(), signal })
      if (group.length === 1 || outcomes.some((outcome) => 'result' in outcome)) return settledOf(group, outcomes)
    } catch (reason) {
      if (!(reason instanceof UpstreamError) || !tooMuch.includes(reason.code)) throw reason
      if (group.length === 1) return [{ status: 'rejected', reason }]
    }
    const middle = Math.ceil(group.length / 2)
    return [...(await ask(group.slice(0, middle))), ...(await ask(group.slice(middle)))]
  }
  return (await Promise.all(groupsOf(all).map(ask))).flat()
}

function settledOf(
  group: readonly (readonly RpcCall[])[],
  outcomes: readonly RpcOutcome[],
): PromiseSettledResult<readonly RpcOutcome[]>[] {
  let read = 0
  return group.map(({ length }) => {
    read += length
    return { status: 'fulfilled', value: outcomes.slice(read - length, read) }
  })
}

function groupsOf(all: readonly (readonly RpcCall[])[]): readonly (readonly (readonly RpcCall[])[])[] {
  const groups: (readonly RpcCall[])[][] = []
  let group: (readonly RpcCall[])[] = []
  // Less than nothing, so that whatever is first begins a group.
  let room = -1
  for (const calls of all) {
    if (calls.length > room) {
      group = []
      groups.push(group)
      room = mostCalls
    }
    group.push(calls)
    room -= calls.length
  }
  return groups
}
