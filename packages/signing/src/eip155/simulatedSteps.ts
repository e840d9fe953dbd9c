import { addressKey } from '@foyer/core/chain'
import type { Simulation, SimulationReply } from '@foyer/core/wire'
import { type Asking, outsideOf, simulable } from './asking.js'

/** The simulations of what is left of several calls, as they are sent one after the other. */
export interface SimulatedSteps {
  /** Goes on to the next call: before the one that is up is sent, as that is simulated alone. */
  next(): Promise<void>
  /** Of the calls that are left: as it follows from what was shown, and as it is now. */
  left(): Promise<{ readonly was: Simulation | undefined; readonly is: Simulation | undefined }>
}

/** @param parameters.simulation - the one that was shown, of all of them */
export function simulatedSteps({
  asking,
  simulation,
}: {
  readonly asking: Asking
  readonly simulation: SimulationReply | undefined
}): SimulatedSteps {
  const calls = simulable(asking.batch)
  const { simulate, forget } = outsideOf(asking)
  let was = knownOf(simulation)
  let done = 0
  const of = async (from: number, to?: number) => {
    // The same calls do other things at another time.
    forget?.()
    return knownOf(await simulate?.({ calls: calls.slice(from, to), isAtomic: false }))
  }
  return {
    async next() {
      const isLast = done + 1 >= calls.length
      const step = was && !isLast ? await of(done, done + 1) : undefined
      was = was && step && restOf(was, step)
      done += 1
    },
    left: async () => ({ was, is: was && (await of(done)) }),
  }
}

const knownOf = (simulation: SimulationReply | undefined): Simulation | undefined =>
  simulation?.status === 'known' ? simulation : undefined

type Change = Simulation['changes'][number]

const keyOf = (change: Change): string =>
  change.kind === 'coin'
    ? 'coin'
    : [change.kind, addressKey(change.contract), 'tokenId' in change ? change.tokenId : ''].join()

/** Returns what a simulation leaves for the calls after the first, which does this by itself. */
function restOf(all: Simulation, { changes }: Simulation): Simulation {
  const amounts = new Map(changes.map((change) => [keyOf(change), BigInt(change.amount)]))
  const left = all.changes.map((change) => {
    const key = keyOf(change)
    const amount = BigInt(change.amount) - (amounts.get(key) ?? 0n)
    amounts.delete(key)
    return { ...change, amount: `${amount}` }
  })
  // What has come by it, and is gone by the end.
  const gone = changes.filter((change) => amounts.has(keyOf(change)))
  const passed = gone.map((change) => ({ ...change, amount: `${-BigInt(change.amount)}` }))
  const { failed, ...rest } = all
  return {
    ...rest,
    changes: [...left, ...passed],
    ...(failed && { failed: { ...failed, index: failed.index - 1 } }),
  }
}
