import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocalChainId, localChains, type RunningChain } from './chains.js'
import { deployMarket, type Market } from './deploy.js'
import { type Delegation, deployDelegation } from './deployDelegation.js'
import { lockDirectory } from './lock.js'
import { placeMulticall } from './placeMulticall.js'
import { type StartedChain, startChain } from './startChain.js'

export interface StartChainsParameters {
  /** where the chains keep their state, `chain-<id>.json` each; made when it isn't there */
  directory: string
  /** by chain; 0 or nothing: a free one */
  ports?: { readonly [Id in LocalChainId]?: number | undefined } | undefined
  /** forgets first what the directory keeps of the chains */
  reset?: boolean | undefined
  /** takes what the chains print, line by line */
  log?: ((line: string) => void) | undefined
  /** ends the chains, at whatever point they are; `stop()` then waits until they are gone */
  signal?: AbortSignal | undefined
}

/** A running chain with tokens, WETH and a Uniswap V2 on it. */
export interface MarketChain extends RunningChain, Market {
  /** what an account is switched to and bound by, on the first chain alone: accounts of the second can't be switched to code that is there */
  readonly delegation?: Delegation | undefined
}

/** The local chains, and the way to end them. */
export interface StartedChains {
  readonly chains: readonly [MarketChain, MarketChain]
  /** Ends all and waits until their state is saved. Can be called again. @throws {@link ChainStopError} */
  stop(): Promise<void>
}

/**
 * Starts the local chains with what they kept, and deploys what is missing on them. All or none: when one fails, the
 * other is ended too.
 * @throws {@link PortTakenError} · {@link DirectoryInUseError} · {@link ChainStateError} · {@link AnvilMissingError} ·
 * {@link ChainStartError} · {@link DeployError} · the signal's reason
 * @example
 * const { chains, stop } = await startChains({ directory: '.foyer' })
 * for (const { name, url, tokens } of chains) console.log(name, url, tokens)
 * await stop()
 */
export async function startChains(parameters: StartChainsParameters): Promise<StartedChains> {
  const { directory, reset, signal } = parameters
  signal?.throwIfAborted()
  await mkdir(directory, { recursive: true })
  const unlock = await lockDirectory(directory)
  const started: StartedChain[] = []
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= stopAll({ started, unlock }))
  try {
    const stateFiles = localChains.map(({ id }) => stateFileOf({ directory, id }))
    if (reset) await Promise.all(stateFiles.map((file) => rm(file, { force: true })))
    const [first, second] = localChains
    const starts = [
      startMarketChain({ id: first.id, parameters, started }),
      startMarketChain({ id: second.id, parameters, started }),
    ] as const
    await Promise.allSettled(starts) // so that none is still starting when all are stopped
    const chains = await Promise.all(starts)
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => stop().catch((error: unknown) => parameters.log?.(String(error))))
    return { chains, stop }
  } catch (error) {
    await stop()
    signal?.throwIfAborted()
    throw error
  }
}

interface StartMarketChain {
  id: LocalChainId
  parameters: StartChainsParameters
  /** takes the chain as soon as there is something to stop */
  started: StartedChain[]
}

async function startMarketChain({ id, parameters, started }: StartMarketChain): Promise<MarketChain> {
  const { directory, ports, log, signal } = parameters
  const chain = await startChain({
    id,
    port: ports?.[id],
    stateFile: stateFileOf({ directory, id }),
    log: log && ((line) => log(`${id}: ${line}`)),
    signal,
  })
  started.push(chain)
  const { stop: _, ...running } = chain
  const { url } = chain
  await placeMulticall({ url })
  const market = await deployMarket({ url })
  const [{ id: first }] = localChains
  return { ...running, ...market, ...(id === first && { delegation: await deployDelegation({ url }) }) }
}

async function stopAll({ started, unlock }: { started: StartedChain[]; unlock: () => Promise<void> }): Promise<void> {
  const stops = started.map((chain) => chain.stop())
  await Promise.allSettled(stops)
  await unlock()
  await Promise.all(stops) // throws what went wrong, now that all are gone
}

function stateFileOf({ directory, id }: { directory: string; id: LocalChainId }): string {
  return join(directory, `chain-${id}.json`)
}
