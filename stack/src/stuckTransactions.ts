import { type Address, createClient, type Hash, http } from 'viem'

interface PoolCall {
  Method: 'txpool_content'
  Parameters?: undefined
  ReturnType: { pending: Readonly<Record<Address, Readonly<Record<string, { hash: Hash }>>>> }
}
interface AutomineCall {
  Method: 'anvil_getAutomine'
  Parameters?: undefined
  ReturnType: boolean
}
interface MineCall {
  Method: 'evm_mine'
  Parameters?: undefined
  ReturnType: unknown
}

/** The methods of a watch, which a chain's log leaves out. */
export const watchingMethods: readonly string[] = ['txpool_content', 'anvil_getAutomine', 'eth_subscribe']

/** Looks after transactions that a chain leaves lying. */
export interface StuckWatch {
  /** Looks once: what lay in the pool at the last look and still does gets its block. @returns whether something lies there */
  look(): Promise<boolean>
}

/**
 * Anvil makes a block for each transaction at once, but now and then, on a busy machine, it misses one that is ready, which then
 * lies in its pool until the next one comes; its sender waits for ever. Asking for a block brings it back. Where
 * automatic mining was switched off, transactions are left alone: they are pending on purpose.
 * @see https://github.com/foundry-rs/foundry/issues/10122
 */
export function watchStuck({ url }: { url: string }): StuckWatch {
  const client = createClient({ transport: http(url, { retryCount: 0, timeout: 5_000 }) })
  let before: ReadonlySet<Hash> = new Set()
  return {
    async look() {
      const { pending } = await client.request<PoolCall>({ method: 'txpool_content' })
      const now = Object.values(pending).flatMap((byNonce) => Object.values(byNonce).map(({ hash }) => hash))
      const isStuck = now.some((hash) => before.has(hash))
      before = new Set(now)
      if (!isStuck || !(await client.request<AutomineCall>({ method: 'anvil_getAutomine' }))) return now.length > 0
      before = new Set()
      await client.request<MineCall>({ method: 'evm_mine' })
      return true
    },
  }
}

export interface KeepLooking {
  watch: StuckWatch
  /** Calls back when a transaction reaches the pool. @returns stops */
  listen?: ((onPending: () => void) => () => void) | undefined
  log?: ((line: string) => void) | undefined
  /** while something lies in the pool */
  everyMs?: number | undefined
  /** while nothing does */
  restMs?: number | undefined
}

/**
 * Looks every half second while a transaction lies in the pool, at once when one reaches it, and else every five seconds.
 * @returns a function that ends it
 */
export function keepLooking({ watch, listen, log, everyMs = 500, restMs = 5_000 }: KeepLooking): () => void {
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let isRunning = true
  let isSoon = false
  // A chain that is kept busy is no reason for its process to go on.
  const lookIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(look, ms).unref()
    isSoon = ms === everyMs
  }
  const look = () => {
    timer = undefined
    isSoon = false
    watch.look().then(
      (isWaiting) => {
        failures = 0
        if (isRunning && timer === undefined) lookIn(isWaiting ? everyMs : restMs)
      },
      (error: unknown) => {
        failures += 1
        if (!isRunning || timer !== undefined) return
        // It may only be slow; a chain that is gone doesn't come back.
        if (failures < 10) lookIn(everyMs)
        else log?.(`stuck transactions are no longer watched: ${String(error)}`)
      },
    )
  }
  // A look that is near isn't put off, however many come.
  const mute = listen?.(() => {
    if (isRunning && !isSoon) lookIn(everyMs)
  })
  lookIn(everyMs)
  return () => {
    isRunning = false
    mute?.()
    clearTimeout(timer)
  }
}
