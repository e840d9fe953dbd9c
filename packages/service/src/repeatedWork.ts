import type { Clock } from './clock.js'
import type { Log } from './log/createLog.js'

/** Work in the background: following blocks, deleting old rows. */
export interface BackgroundWork {
  readonly name: string
  /** Starts, and returns at once. A failure of one round is logged and tried again; it never ends the process. */
  start(): void
  /** Ends after the round that runs, within 10 s. Can be called again, and without `start`. */
  stop(): Promise<void>
}

export interface RepeatedWorkParameters {
  name: string
  everyMs: number
  clock: Pick<Clock, 'setTimeout'>
  log: Pick<Log, 'warn'>
  /** One round; the signal aborts when the server stops. */
  round: (signal: AbortSignal) => Promise<void>
  /** Does what is still to be done when the work stops, such as writing down what was counted. */
  last?: (() => Promise<void>) | undefined
}

/**
 * Does the same again and again, with a pause between the end of one round and the begin of the next. The first begins at
 * once. A round that fails is logged, and the next one comes all the same.
 */
export function createRepeatedWork({ name, everyMs, clock, log, round, last }: RepeatedWorkParameters): BackgroundWork {
  const stopped = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let cancel = () => {}
  const attempt = async () => {
    try {
      await round(stopped.signal)
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ work: name, error }, 'a round of background work failed')
    }
    if (!stopped.signal.aborted) cancel = clock.setTimeout(next, everyMs)
  }
  const next = () => {
    if (!stopped.signal.aborted) running = attempt()
  }
  let ending: Promise<void> | undefined
  const end = async () => {
    stopped.abort()
    cancel()
    await running
    await last?.().catch((error: unknown) =>
      log.warn({ work: name, error }, 'the last round of background work failed'),
    )
  }
  return { name, start: next, stop: () => (ending ??= end()) }
}
