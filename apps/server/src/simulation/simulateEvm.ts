import type { Simulation } from '@foyer/core/wire'
import { type Address, getAddress, type Hex, isAddress, numberToHex } from 'viem'
import { knownSpenders } from '../approvals/readOpen.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { type CallResult, callOf, type Head, readHead, type Surroundings, simulateV1 } from './evmNode.js'
import { reasonIn } from './reason.js'
import type { Simulate, Simulated } from './simulate.js'
import { simulateByCall } from './simulateByCall.js'
import { toSimulation } from './toSimulation.js'
import {
  allowancesOf,
  balanceCode,
  balanceReader,
  reader,
  readingOf,
  receivedOf,
  stateIn,
  type Watched,
  watchedIn,
} from './watched.js'

/** The outcome of a batch's calls, and what was looked at, before and afterwards. */
export interface Outcome {
  readonly by: Simulation['by']
  readonly block: bigint
  readonly failed: Simulation['failed']
  readonly gas: bigint | undefined
  readonly states: readonly { readonly watched: Watched; readonly before: bigint; readonly after: bigint }[]
  /** Something else comes of it where another price is paid, or another block is around. */
  readonly varies: boolean
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

export interface SimulationRequest extends Simulated {
  readonly body: Extract<Simulated['body'], { readonly calls: unknown }>
  readonly account: Address
  readonly head: Head
}

/** The gas of a reading: a token's balance takes a tenth of it. */
const readingGas = 1_000_000n
/** In wei: who reads pays as well. */
const plenty = numberToHex(2n ** 96n)

/** As no block is: what is seen of it then, and isn't afterwards, a contract does for simulations alone. */
const nowhere: Surroundings = {
  feeRecipient: '0x0000000000000000000000000000000000000B10',
  prevRandao: `0x${'5a'.repeat(32)}`,
  gasPrice: 0n,
}

/** Twice: what the first time is recorded says what to look at the second time, on the same block, with what is really paid and seen around. */
async function byOwnSimulation(request: SimulationRequest): Promise<Outcome | null> {
  const { body, account, head } = request
  const calls = body.calls.map((call) => callOf(account, call))
  const first = await simulateV1({ ...request, around: nowhere, calls })
  if (first === null) return null
  const shared = { by: 'eth_simulateV1', block: head.number } as const
  const { failed, done } = endedIn({ results: first, body })
  if (done.length === 0) return { ...shared, failed, gas: undefined, states: [], varies: false }
  const seen = first.slice(0, done.length)
  const logs = seen.flatMap((each) => each.logs)
  const named = watchedIn({ logs, account })
  const watched = [...named, ...allowancesOf({ watched: named, calls: done }), ...receivedOf({ calls: done, account })]
  const { results, before, after, gas, paid } = await readAround({ ...request, watched, first: seen, done })
  const again = endedIn({ results, body: { ...body, calls: done } })
  const varies = again.failed !== undefined || !isSameFor({ account, one: seen, other: results })
  if (again.failed) return { ...shared, failed: again.failed, gas: undefined, states: [], varies }
  const states = watched.map((each, index) => {
    const [was, is] = [before, after].map((all) => stateIn({ watched: each, answer: answerIn(all[index]), account }))
    // What the network takes for it is said apart.
    return { watched: each, before: was ?? 0n, after: (is ?? 0n) + (each.kind === 'coin' ? paid : 0n) }
  })
  return { ...shared, failed, gas, states, varies }
}

/** Returns what failed, and what was done: nothing after a call that fails is done, and of a batch that is one, nothing before it either. */
function endedIn({
  results,
  body: { calls, atomic },
}: { readonly results: readonly CallResult[] } & Pick<SimulationRequest, 'body'>) {
  const place = results.findIndex(({ isDone }) => !isDone)
  const reason = results[place]
  if (!reason) return { failed: undefined, done: calls }
  return { failed: { index: place, reason: reasonIn(reason) }, done: atomic ? [] : calls.slice(0, place) }
}

/** Carries the calls out with readings before and behind, at the price of the moment; by whom that can't pay, for nothing. */
async function readAround({
  watched,
  first,
  done,
  ...request
}: SimulationRequest & {
  readonly watched: readonly Watched[]
  readonly first: readonly CallResult[]
  readonly done: SimulationRequest['body']['calls']
}) {
  const { account, chain, head } = request
  const readings = watched.map((each) => ({ ...readingOf(each, account), gas: readingGas }))
  // As a wallet has it: half as much more than it took.
  const gasOf = (index: number) => ((first[index]?.gas ?? 0n) * 3n) / 2n + 50_000n
  const called = done.map((call, index) => ({ ...callOf(account, call), gas: gasOf(index) }))
  const overrides = { [balanceReader]: { code: balanceCode }, [reader]: { balance: plenty } }
  const asked = { ...request, calls: [...readings, ...called, ...readings], overrides }
  const paid = await simulateV1({ ...asked, around: head.around })
  const all = paid ?? (await simulateV1({ ...asked, around: { ...head.around, gasPrice: 0n } }))
  if (!all) throw new UpstreamError({ code: 'not_json_rpc', host: chain.id, delivered: true })
  const results = all.slice(readings.length, readings.length + called.length)
  const gas = results.reduce((sum, each) => sum + each.gas, 0n)
  return {
    ...{ results, before: all.slice(0, readings.length), after: all.slice(readings.length + called.length) },
    ...{ gas, paid: paid ? gas * head.around.gasPrice : 0n },
  }
}

/** Whether what is recorded of an account is the same both times. */
function isSameFor({
  account,
  one,
  other,
}: {
  readonly account: Address
  readonly one: readonly CallResult[]
  readonly other: readonly CallResult[]
}): boolean {
  const own = account.slice(2).toLowerCase()
  const recordOf = (results: readonly CallResult[]) =>
    JSON.stringify(
      results.map(({ logs }) => logs.filter(({ topics }) => topics.some((each) => each.toLowerCase().endsWith(own)))),
    )
  return recordOf(one) === recordOf(other)
}

const answerIn = (result: CallResult | undefined): Hex | null => (result?.isDone ? result.answer : null)
