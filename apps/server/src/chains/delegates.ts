import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import type { ServerMetrics } from '../metrics/serverMetrics.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { Chain, Chains } from './chains.js'
import { probeDelegate } from './probeDelegate.js'

/** The findings on the delegate of a network; `unknown` where it couldn't be found out. */
export const delegateFindings = ['there', 'absent', 'otherCode', 'withoutType4', 'unknown'] as const
export type DelegateFinding = (typeof delegateFindings)[number]

/** Which networks have the code that accounts are switched to (EIP-7702), and take transactions that switch one. */
export interface Delegates {
  /** Whether a network has the delegate and takes type 4: as it was found last, or as its node says now where nothing is known yet. */
  isOn(chain: Chain): Promise<boolean>
  /** Finds it out again where that is due. */
  refresh(): Promise<void>
  /** Does so every minute. */
  readonly work: BackgroundWork
}

export interface DelegatesParameters {
  readonly chains: Pick<Chains, 'all'>
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<ServerMetrics, 'observeRoom'>
}

const everyMs = 60_000
/** The age of a finding at which it is found out again. */
const freshMs = 10 * 60_000
/** And holds for so long where no node says anything meanwhile. */
const keptMs = 60 * 60_000
/** The longest wait of a caller for what isn't known. */
const withinMs = 4_000

interface Found {
  readonly finding: DelegateFinding
  readonly at: number
}

/** Only EVM has such code. */
const numberOf = ({ id }: Chain): number | undefined => (id.startsWith('eip155:') ? Number(id.slice(7)) : undefined)

/** Finds out by each network's nodes, keeps it, and says what changes once in the log. */
export function createDelegates({ chains, clock, log, metrics }: DelegatesParameters): Delegates {
  const kept = new Map<string, Found>()
  const asking = new Map<string, Promise<void>>()
  const findingOf = ({ id }: Chain): DelegateFinding => {
    const found = kept.get(id)
    return found !== undefined && found.at + keptMs > clock.now() ? found.finding : 'unknown'
  }
  const find = async (chain: Chain, chainId: number): Promise<void> => {
    const finding = await probed({ chain, chainId, clock })
    const before = kept.get(chain.id)
    // What is known outlives a node that is away for a while.
    if (finding === 'unknown' && before !== undefined && findingOf(chain) !== 'unknown') return
    kept.set(chain.id, { finding, at: clock.now() })
    if (finding !== before?.finding) say({ log, chainId: chain.id, finding })
  }
  const ask = (chain: Chain, chainId: number): Promise<void> => {
    const running = asking.get(chain.id)
    if (running !== undefined) return running
    const asked = find(chain, chainId).finally(() => asking.delete(chain.id))
    asking.set(chain.id, asked)
    return asked
  }
  const isDue = ({ id }: Chain) => {
    const found = kept.get(id)
    return found === undefined || found.finding === 'unknown' || found.at + freshMs <= clock.now()
  }
  const refresh = async () => {
    const due = chains.all.filter(isDue)
    await Promise.all(
      due.map((chain) => {
        const chainId = numberOf(chain)
        return chainId === undefined ? undefined : ask(chain, chainId)
      }),
    )
  }
  metrics.observeRoom({
    kind: 'delegates',
    findings: delegateFindings,
    read: () =>
      chains.all.flatMap((chain) =>
        numberOf(chain) === undefined ? [] : [{ chainId: chain.id, finding: findingOf(chain) }],
      ),
  })
  return {
    async isOn(chain) {
      const chainId = numberOf(chain)
      if (chainId === undefined) return false
      if (!kept.has(chain.id)) await ask(chain, chainId)
      return findingOf(chain) === 'there'
    },
    refresh,
    work: createRepeatedWork({ name: 'delegates', everyMs, clock, log, round: refresh }),
  }
}

/** As its nodes say now, within a time. */
async function probed({
  chain,
  chainId,
  clock,
}: {
  readonly chain: Chain
  readonly chainId: number
  readonly clock: Clock
}): Promise<DelegateFinding> {
  const late = new AbortController()
  const stop = clock.setTimeout(() => late.abort(), withinMs)
  try {
    return await probeDelegate({ chain, chainId, signal: late.signal })
  } catch (error) {
    if (error instanceof UpstreamError || late.signal.aborted) return 'unknown'
    throw error
  } finally {
    stop()
  }
}

const sentences: Readonly<Record<DelegateFinding, string>> = {
  there: 'accounts of a network can carry out several steps at once',
  absent: 'a network has no code for several steps at once: its accounts are plain',
  otherCode: 'other code stands where a network’s code for several steps at once should be: its accounts are plain',
  withoutType4: 'a network doesn’t take transactions that switch an account to code: its accounts are plain',
  unknown:
    'whether a network has code for several steps at once couldn’t be found out: its accounts are plain meanwhile',
}

function say({ log, chainId, finding }: { log: Log; chainId: string; finding: DelegateFinding }): void {
  const isOdd = finding === 'otherCode' || finding === 'unknown'
  log[isOdd ? 'warn' : 'info']({ chainId, finding }, sentences[finding])
}
