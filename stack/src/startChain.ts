import { startAnvil } from './anvil.js'
import { type LocalChainId, localChain, type RunningChain } from './chains.js'
import { listenForPending } from './listenForPending.js'
import { keepLooking, watchingMethods, watchStuck } from './stuckTransactions.js'

export interface StartChainParameters {
  id: LocalChainId
  /** 0 or nothing: a free one */
  port?: number | undefined
  /** read at the start, if it is there, and written at the end; without it the chain lives in memory */
  stateFile?: string | undefined
  /** takes what the chain prints, line by line */
  log?: ((line: string) => void) | undefined
  /** ends the chain, at whatever point it is */
  signal?: AbortSignal | undefined
}

/** A single chain, and the way to end it. */
export interface StartedChain extends RunningChain {
  /** Ends it and waits until it is gone. Can be called again. @throws {@link ChainStopError} */
  stop(): Promise<void>
}

/**
 * Starts one bare chain in memory, in well under 150 ms: the ten development accounts have 10,000 ETH each, and nothing is
 * deployed. For tokens and pools call `deployMarket` on it, or `startChains`.
 * @throws {@link PortTakenError} · {@link AnvilMissingError} · {@link ChainStartError}
 * @example
 * const chain = await startChain({ id: 31337 })
 * const client = createClient({ transport: http(chain.url) })
 * await chain.stop()
 */
export async function startChain({ id, log, ...rest }: StartChainParameters): Promise<StartedChain> {
  const relevant = log && ((line: string) => (watchingMethods.includes(line) ? undefined : log(line)))
  const { url, port, stop } = await startAnvil({ chainId: id, log: relevant, ...rest })
  const listen = (onPending: () => void) => listenForPending({ url, onPending })
  const endLooking = keepLooking({ watch: watchStuck({ url }), listen, log })
  rest.signal?.addEventListener('abort', endLooking, { once: true })
  return {
    ...localChain(id),
    url,
    port,
    stop() {
      rest.signal?.removeEventListener('abort', endLooking)
      endLooking()
      return stop()
    },
  }
}
