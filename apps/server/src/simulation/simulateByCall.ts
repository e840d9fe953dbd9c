import type { SimulatedCall } from '@foyer/core/wire'
import { getAddress, isHex, numberToHex } from 'viem'
import { upTo } from '../chains/upTo.js'
import { Bytes } from '../rpc/bytes.js'
import { Quantity } from '../rpc/readQuantity.js'
import { longestRecord, resultIn } from './evmNode.js'
import { caller, type ExecutedCall, executed, executorCode, resultsOf } from './executor.js'
import { reasonIn } from './reason.js'
import type { Outcome, SimulationRequest } from './simulateEvm.js'
import { balanceCode, balanceReader, readingOf, stateIn, type Watched } from './watched.js'

/** The most that is looked at: nothing records what moves, so it is guessed from what the calls name. */
const most = { tokens: 24, allowances: 48 } as const

/** As much as nodes grant a question. */
const mostGas = 25_000_000n

/**
 * For nodes without a simulation of their own: while one `eth_call` lasts, code stands in the place of the account's that makes the calls in its name, with
 * readings before and behind. What moves of a token that no call names isn't seen, and a contract that looks for an account without code sees one with it.
 * @returns null where the node takes no overrides
 * @throws UpstreamError
 */
export async function simulateByCall(request: SimulationRequest): Promise<Outcome | null> {
  const { body, chain, client, signal, account, head } = request
  if (body.calls.some(({ to }) => to === undefined)) return null
  const calls = [{ method: 'eth_getBalance', params: [account, numberToHex(head.number)] }]
  const [outcome] = await chain.request({ calls, client, signal })
  const balance = resultIn({ chain, outcome, schema: Quantity })
  const shared = { by: 'eth_call', block: head.number, gas: undefined, varies: false } as const
  if (spentBy(body.calls) > balance)
    return { ...shared, failed: { index: 0, reason: 'insufficient funds' }, states: [] }
  const watched = guessed(body.calls)
  const first = await run({ ...request, balance, calls: body.calls, watched, gasPrice: 0n })
  if (first === null) return null
  const place = first.results.findIndex(({ isDone }) => !isDone)
  const reason = first.results[place]
  const failed = reason && { index: place, reason: reasonIn({ answer: reason.answer, message: '' }) }
  // What comes after a call that fails isn't done; of a batch that is one, neither is what came before.
  const done = failed === undefined ? body.calls : body.atomic ? [] : body.calls.slice(0, place)
  if (done.length === 0) return { ...shared, failed, states: [] }
  const { gasPrice } = head.around
  const second = await run({ ...request, balance, calls: done, watched: failed ? guessed(done) : watched, gasPrice })
  if (second === null) return null
  // What comes of the calls that are done is comparable only where all of them are.
  const varies = second.results.some(({ isDone }) => !isDone) || (!failed && !isSame(first.states, second.states))
  const fails = second.results.findIndex(({ isDone }) => !isDone)
  const why = second.results[fails]
  if (why) return { ...shared, varies, failed: { index: fails, reason: reasonIn({ ...why, message: '' }) }, states: [] }
  return { ...shared, varies, failed, states: second.states }
}

/** Whether as much of everything came and went. */
const isSame = (one: Outcome['states'], other: Outcome['states']): boolean =>
  one.every(({ before, after }, index) => {
    const is = other[index]
    return is !== undefined && is.after - is.before === after - before
  })

const spentBy = (calls: readonly SimulatedCall[]): bigint => calls.reduce((sum, call) => sum + BigInt(call.value), 0n)

async function run({
  chain,
  client,
  signal,
  head,
  account,
  balance,
  calls,
  watched,
  gasPrice,
}: Omit<SimulationRequest, 'body'> & {
  readonly balance: bigint
  readonly calls: readonly SimulatedCall[]
  readonly watched: readonly Watched[]
  readonly gasPrice: bigint
}) {
  const readings = watched.map((each) => partOf({ value: '0', ...readingOf(each, account) }))
  const parts = [...readings, ...calls.map(partOf), ...readings]
  const spent = spentBy(calls)
  const price = gasPrice === 0n ? {} : { gasPrice: numberToHex(gasPrice), gas: numberToHex(mostGas) }
  // An account with code sends nothing (EIP-3607): another one calls it, and brings what it sends on, so it has as much less before; what is paid is its own.
  const transaction = { from: caller, to: account, value: numberToHex(spent), data: executed(parts), ...price }
  const overrides = {
    [account]: { code: executorCode, balance: numberToHex(balance - spent) },
    [caller]: { balance: numberToHex(spent + mostGas * gasPrice) },
    [balanceReader]: { code: balanceCode },
  }
  const asked = [{ method: 'eth_call', params: [transaction, numberToHex(head.number), overrides] }]
  const [outcome] = await chain.request({ calls: asked, client, signal, count: upTo(longestRecord) })
  // A node that doesn't know overrides asks the account itself, which has no code and answers nothing.
  const results = resultsOf({ answer: resultIn({ chain, outcome, schema: Bytes }), count: parts.length })
  if (results === null) return null
  const stateAt = (each: Watched, at: number) => {
    const result = results[at]
    return stateIn({ watched: each, answer: result?.isDone ? result.answer : null, account })
  }
  return {
    results: results.slice(readings.length, readings.length + calls.length),
    states: watched.map((each, index) => ({
      ...{ watched: each, before: stateAt(each, index) },
      after: stateAt(each, readings.length + calls.length + index),
    })),
  }
}

const partOf = ({
  to,
  value = '0',
  data,
}: {
  to?: string | undefined
  value?: string | undefined
  data: string
}): ExecutedCall => ({
  to: getAddress(to ?? balanceReader),
  value: BigInt(value),
  data: isHex(data) ? data : '0x',
})

/** Tokens and spenders are among what is called and what its data names: each address stands in a word of its own. */
function guessed(calls: readonly SimulatedCall[]): readonly Watched[] {
  const named = new Set<string>()
  for (const address of namedBy(calls)) {
    if (named.size === most.tokens) break
    named.add(address.toLowerCase())
  }
  const all = [...named].map((address) => getAddress(address))
  const pairs = all.flatMap((contract) =>
    all.flatMap((spender): readonly Watched[] =>
      spender === contract ? [] : [{ kind: 'allowance', contract, spender }],
    ),
  )
  return [
    { kind: 'coin' },
    ...all.map((contract): Watched => ({ kind: 'token', contract })),
    ...pairs.slice(0, most.allowances),
  ]
}

/** Each is looked for as it is asked for: a stranger's call has room for thousands. */
function* namedBy(calls: readonly SimulatedCall[]): Generator<string> {
  for (const { to } of calls) if (to !== undefined) yield to
  for (const { data } of calls) yield* addressesIn(data)
}

/** Words of the calls that are addresses: behind the selector, and of calls within calls behind theirs. */
function* addressesIn(data: string): Generator<string> {
  for (const selectors of [1, 2, 3]) {
    for (let at = 2 + 8 * selectors; at + 64 <= data.length; at += 64) {
      const word = data.slice(at, at + 64)
      if (/^0{24}(?!0{16})/.test(word)) yield `0x${word.slice(24)}`
    }
  }
}
