import { type DestinationStream, type Logger, pino } from 'pino'
import { writeTogether } from './writeTogether.js'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Log = Logger

/**
 * A write for each line is a quarter of a busy server's work, so lines are written together: a tenth of a second later at most, and at the end of
 * the process. They wait in memory until they are taken, since the log must not hold up the answers.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false })
  const gathered = writeTogether({ to: stream, most: 65_536, waitMs: 100 })
  // By these pino ends the stream with the process.
  const { flush, flushSync } = stream
  stream.flush = (done) => {
    gathered.flush()
    flush.call(stream, done)
  }
  stream.flushSync = () => {
    flushSync.call(stream)
    // What this stream began to write now might not leave before the process does.
    gathered.flush(pino.destination({ dest: 1, sync: true }))
  }
  return gathered
}

/**
 * A structured log, one JSON object a line. Errors are logged by their class, code and place only: a message of a driver
 * holds values, and values are visitors' (F28).
 */
export function createLog({ level, to }: { level: LogLevel; to?: DestinationStream | undefined }): Log {
  const options = { level, base: null, serializers: { error: describeError } }
  return pino(options, to ?? standardOutput())
}

interface ErrorDescription {
  readonly name: string
  readonly code?: string | undefined
  readonly at: readonly string[]
  readonly cause?: ErrorDescription | undefined
}

function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, at: [] }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const at = (error.stack ?? '').split('\n').flatMap((line) => /^ {4}at .*/.exec(line) ?? [])
  const cause = error.cause === undefined || depth > 4 ? undefined : describeError(error.cause, depth + 1)
  return { name: error.name, code, at: at.slice(0, 8), cause }
}
