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

/** The methods that a watch polls, which a chain's log leaves out. */
export const watchingMethods: readonly string[] = ['txpool_content', 'anvil_getAutomine']

/** Looks after transactions that a chain leaves lying. */
export interface StuckWatch {
  /** Looks once: what lay in the pool at the last look and still does gets its block. */
  look(): Promise<void>
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
      if (!isStuck || !(await client.request<AutomineCall>({ method: 'anvil_getAutomine' }))) return
      before = new Set()
      await client.request<MineCall>({ method: 'evm_mine' })
    },
  }
}

/** Looks every half second. @returns a function that ends it */
export function keepLooking({
  watch,
  log,
  everyMs = 500,
}: {
  watch: StuckWatch
  log?: ((line: string) => void) | undefined
  everyMs?: number | undefined
}): () => void {
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    // A chain that is kept busy is no reason for its process to go on.
    timer = setTimeout(() => {
      watch.look().then(
        () => {
          failures = 0
          if (timer !== undefined) next()
        },
        (error: unknown) => {
          failures += 1
          if (timer === undefined) return
          // It may only be slow; a chain that is gone doesn't come back.
          if (failures < 10) next()
          else log?.(`stuck transactions are no longer watched: ${String(error)}`)
        },
      )
    }, everyMs).unref()
  }
  next()
  return () => {
    clearTimeout(timer)
    timer = undefined
  }
}
