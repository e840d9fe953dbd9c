import type { Simulation } from '@foyer/core/wire'
import { type Address, getAddress, type Hex, isAddress } from 'viem'
import { knownSpenders } from '../approvals/readOpen.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import { type CallResult, callOf, type Head, readHead, simulateV1 } from './evmNode.js'
import { reasonIn } from './reason.js'
import type { Simulate, Simulated } from './simulate.js'
import { simulateByCall } from './simulateByCall.js'
import { toSimulation } from './toSimulation.js'
import { allowancesOf, balanceCode, balanceReader, readingOf, stateIn, type Watched, watchedIn } from './watched.js'

/** What the calls of a batch came to, and what was looked at, before and afterwards. */
export interface Outcome {
  readonly by: Simulation['by']
  readonly block: bigint
  readonly failed: Simulation['failed']
  readonly gas: bigint | undefined
  readonly states: readonly { readonly watched: Watched; readonly before: bigint; readonly after: bigint }[]
}

/** Calls of an eip155 network's account: by the node's own simulation, or else by what any node has. */
export const simulateEvm: Simulate = async (request) => {
  const { body, chain } = request
  if (!('calls' in body) || !body.calls.every(({ to }) => to === undefined || isAddress(to, { strict: false })))
    return null
  const account = getAddress(request.account)
  const head = await readHead(request)
  const outcome =
    (await byOwnSimulation({ ...request, body, account, head })) ??
    (await simulateByCall({ ...request, body, account, head }))
  if (outcome === null) return null
  const spenders = knownSpenders(chain)
  return toSimulation({ ...request, outcome, nameOf: (address) => spenders.get(address.toLowerCase()) })
}

export interface Asked extends Simulated {
  readonly body: Extract<Simulated['body'], { readonly calls: unknown }>
  readonly account: Address
  readonly head: Head
}

/** Twice: what the first time is recorded says what to look at the second time, on the same block. */
async function byOwnSimulation(request: Asked): Promise<Outcome | null> {
  const { body, account, chain } = request
  const block = request.head.number
  const first = await simulateV1({ ...request, calls: body.calls.map((call) => callOf(account, call)) })
  if (first === null) return null
  const place = first.findIndex(({ isDone }) => !isDone)
  const reason = first[place]
  const failed = reason && { index: place, reason: reasonIn(reason) }
  // What comes after a call that fails isn't done; of a batch that is one, neither is what came before.
  const done = failed === undefined ? body.calls : body.atomic ? [] : body.calls.slice(0, place)
  const gas = first.slice(0, done.length).reduce((sum, each) => sum + each.gas, 0n)
  if (done.length === 0) return { by: 'eth_simulateV1', block, failed, gas: undefined, states: [] }
  const logs = first.slice(0, done.length).flatMap((each) => each.logs)
  const named = watchedIn({ logs, account })
  const watched = [...named, ...allowancesOf({ watched: named, calls: done })]
  const readings = watched.map((each) => readingOf(each, account))
  const second = await simulateV1({
    ...request,
    calls: [...readings, ...done.map((call) => callOf(account, call)), ...readings],
    code: { [balanceReader]: { code: balanceCode } },
  })
  const again = second?.slice(readings.length, readings.length + done.length) ?? []
  // A node that answers the same question in two ways is no witness.
  if (!second || !again.every(({ isDone }) => isDone)) {
    throw new UpstreamError({ code: 'not_json_rpc', host: chain.id, delivered: true })
  }
  const stateAt = (each: Watched, at: number) => stateIn({ watched: each, answer: answerIn(second[at]), account })
  const states = watched.map((each, index) => ({
    watched: each,
    before: stateAt(each, index),
    after: stateAt(each, readings.length + done.length + index),
  }))
  return { by: 'eth_simulateV1', block, failed, gas, states }
}

const answerIn = (result: CallResult | undefined): Hex | null => (result?.isDone ? result.answer : null)
