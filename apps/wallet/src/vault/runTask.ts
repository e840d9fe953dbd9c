import { FoyerError } from '@foyer/core/errors'
import * as v from 'valibot'
import { type TaskName, WorkerAnswer, type WorkerResult, type WorkerTask, workerResults } from './tasks.js'

/** The wallet's worker failed: by the task, or before it. */
export class VaultError extends FoyerError {
  override readonly name = 'VaultError'
  readonly code = 'vault'
  /** `wrong_key`, `not_what_was_shown`, `another_account`, `another_code`, `timeout`, `worker`; and what a file that doesn't open is called. */
  readonly reason: string

  constructor({ reason, cause }: { readonly reason: string; readonly cause?: unknown }) {
    super(`The wallet’s worker didn’t do its task: ${reason}.`, { facts: { reason: reason.slice(0, 40) }, cause })
    this.reason = reason
  }
}

/** As much of a worker as a task needs. */
export type TaskWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

/** Longer than a slow and busy phone takes for the slowest task, a password that is stretched, in milliseconds. */
const timeoutMs = 120_000

/** Does a task in a worker of its own. */
export type RunTask = <const Task extends WorkerTask>(task: Task) => Promise<WorkerResult<Task['task']>>

/** Starts a worker a task, and ends it after its one answer, whatever that is. */
export function createRunTask(startWorker: () => TaskWorker): RunTask {
  return async (task) => {
    const worker = startWorker()
    try {
      const answer = await answerOf(worker, task)
      if (answer.status === 'failed') throw new VaultError({ reason: answer.code })
      return resultOf(task.task, answer.result)
    } finally {
      worker.terminate()
    }
  }
}

function answerOf(worker: TaskWorker, task: WorkerTask): Promise<v.InferOutput<typeof WorkerAnswer>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new VaultError({ reason: 'timeout' })), timeoutMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    worker.addEventListener('message', ({ data }) =>
      end(() => {
        const { success, output } = v.safeParse(WorkerAnswer, data)
        if (success) resolve(output)
        else reject(new VaultError({ reason: 'worker' }))
      }),
    )
    worker.addEventListener('error', (cause) => end(() => reject(new VaultError({ reason: 'worker', cause }))))
    worker.postMessage(task)
  })
}

const resultOf = <Name extends TaskName>(name: Name, result: unknown): WorkerResult<Name> => {
  const { success, output } = v.safeParse(workerResults[name], result)
  if (!success) throw new VaultError({ reason: 'worker' })
  return output
}
