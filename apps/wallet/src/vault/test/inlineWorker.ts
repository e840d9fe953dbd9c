import { perform } from '../perform.js'
import type { TaskWorker } from '../runTask.js'
import type { WorkerTask } from '../tasks.js'

/** A worker's task done in the test's own thread, by the worker's own code, with everything that it posts written down. */
export function inlineWorkers() {
  const posted: { readonly to: WorkerTask; readonly back: unknown }[] = []
  const state = { terminated: 0 }
  const start = (): TaskWorker => {
    const target = new EventTarget()
    return {
      addEventListener: target.addEventListener.bind(target),
      terminate: () => {
        state.terminated += 1
      },
      postMessage(task: WorkerTask) {
        void perform(task)
          .then(
            (result) => ({ status: 'done', result }),
            (error) => ({ status: 'failed', code: error.code }),
          )
          .then((data) => {
            posted.push({ to: task, back: data })
            target.dispatchEvent(new MessageEvent('message', { data }))
          })
      },
    }
  }
  return { start, posted, state }
}
