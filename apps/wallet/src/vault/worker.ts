/* The wallet's worker: its script is served with a policy under which it reaches nothing. It does one task, answers once and ends. */
import { perform } from './perform.js'
import type { WorkerTask } from './tasks.js'

addEventListener(
  'message',
  ({ data }: MessageEvent<WorkerTask>) => {
    perform(data)
      .then((result) => ({ status: 'done', result }))
      .catch((error: unknown) => ({ status: 'failed', code: codeOf(error) }))
      .then((answer) => {
        postMessage(answer)
        close()
      })
  },
  { once: true },
)

/** Returns a failure's code; its message could hold what it failed on. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
