import type { DestinationStream } from 'pino'

interface WriteTogether {
  to: DestinationStream
  /** how many bytes go at once */
  most: number
  /** how long a line may wait for others */
  waitMs: number
}

/**
 * Gathers lines, so that a busy server writes many at once. As bytes: a line is a text of forty pieces, which would all wait with it, and
 * what pino's own stream gathers it measures anew with every line.
 */
export function writeTogether({
  to,
  most,
  waitMs,
}: WriteTogether): DestinationStream & { flush(into?: DestinationStream): void } {
  const page = Buffer.allocUnsafe(most)
  let used = 0
  let isWaiting = false
  const flush = (into = to) => {
    if (used === 0) return
    const lines = page.toString('utf8', 0, used)
    used = 0
    into.write(lines)
  }
  const flushLater = () => {
    isWaiting = false
    flush()
  }
  return {
    write(line) {
      // A character of a text is three bytes at most.
      if (line.length * 3 > most - used) flush()
      if (line.length * 3 > most) return void to.write(line)
      used += page.write(line, used)
      if (isWaiting) return
      isWaiting = true
      setTimeout(flushLater, waitMs).unref()
    },
    flush,
  }
}
