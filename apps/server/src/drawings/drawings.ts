import { Worker } from 'node:worker_threads'
import type { Clock } from '@foyer/service/clock'
import { createFairQueue } from '../provider/fairQueue.js'

/** The reading of strangers' SVGs, beside the thread that answers visitors. */
export interface Drawings {
  /**
   * Whether bytes are an SVG that only draws and stands still. One that is larger than 2 MiB, takes longer than two seconds or more memory than 128 MB is none.
   * @param drawing.owners - in whose turn it is read, the askers' networks: one owner's many wait behind each other, not before another's
   * @param drawing.name - what {@link Drawings.join} calls it by
   * @throws {@link DrawingsBusyError} where more wait than are read in a minute
   */
  isStill(drawing: {
    readonly bytes: Uint8Array
    readonly owners: readonly string[]
    readonly name?: string | undefined
  }): Promise<boolean>
  /** Has another owner wait for a drawing as well: it comes in the best turn of all. One that doesn't wait (any more) is left as it is. */
  join(request: { readonly name: string; readonly owner: string }): void
}

/** More drawings wait than can be read soon. */
export class DrawingsBusyError extends Error {
  override readonly name = 'DrawingsBusyError'
  constructor() {
    super('More pictures wait to be read than are read in a minute. Try again later.')
  }
}

export const mostDrawingBytes = 2 * 1024 * 1024
/** A hundred times what the largest takes. */
const mostMs = 2_000
const mostWaiting = 64
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

interface Waiting {
  readonly name: string | undefined
  readonly bytes: Uint8Array
  readonly resolve: (isStill: boolean) => void
  readonly reject: (error: Error) => void
}

/** @param parameters.workerFile - the built worker, which is started when the first drawing comes */
export function createDrawings({
  clock,
  workerFile,
}: {
  readonly clock: Pick<Clock, 'setTimeout'>
  readonly workerFile: () => string
}): Drawings {
  const queue = createFairQueue<Waiting>({ most: mostWaiting })
  const named = new Map<string | undefined, Waiting>()
  let worker: Worker | null = null
  let isReading = false

  /** Starts a worker that is listened to as long as it lives: an error that comes after its answer, or while it is ended, would end the server. */
  const start = (): Worker => {
    const started = new Worker(workerFile(), { resourceLimits, env: {} })
    started.on('error', () => {
      if (worker === started) worker = null
    })
    return started
  }
  const leave = (waiting: Waiting) => {
    if (named.get(waiting.name) === waiting) named.delete(waiting.name)
  }
  const readNext = () => {
    const next = isReading ? undefined : queue.next()
    if (next === undefined) return
    leave(next)
    isReading = true
    worker ??= start()
    const reading = worker
    const end = (answer: () => void) => {
      callOff()
      reading.off('message', onMessage).off('error', onError)
      // It keeps no process alive that has nothing else to do.
      reading.unref()
      isReading = false
      answer()
      readNext()
    }
    /** Ends the worker with what it reads. */
    const giveUp = (answer: () => void) => {
      worker = null
      end(answer)
      void reading.terminate()
    }
    const onMessage = (isStill: unknown) => end(() => next.resolve(isStill === true))
    const onError = (error: Error) => giveUp(() => (isOfDrawing(error) ? next.resolve(false) : next.reject(error)))
    const callOff = clock.setTimeout(() => giveUp(() => next.resolve(false)), mostMs)
    reading.ref()
    reading.on('message', onMessage).on('error', onError)
    reading.postMessage(next.bytes)
  }

  return {
    isStill: ({ bytes, owners, name }) =>
      new Promise((resolve, reject) => {
        if (bytes.length > mostDrawingBytes) return resolve(false)
        const item = { name, bytes, resolve, reject }
        if (name !== undefined) named.set(name, item)
        const dropped = queue.add({ item, owners })
        if (dropped) {
          leave(dropped)
          dropped.reject(new DrawingsBusyError())
        }
        readNext()
      }),
    join({ name, owner }) {
      const item = named.get(name)
      if (item !== undefined) queue.add({ item, owners: [owner] })
    },
  }
}

/** A drawing that needs more memory, or more stack, than there is. Any other error is the worker's own. */
const isOfDrawing = (error: Error): boolean =>
  error.name === 'RangeError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
