import type { DestinationStream } from 'pino'

interface WriteTogether {
  to: DestinationStream
  /** how many characters go at once */
  most: number
  /** how long a line may wait for others */
  waitMs: number
}

/**
 * Gathers lines, so that a busy server writes many at once. What pino's own stream gathers, it measures anew with every line, which takes more
 * memory than the line and its request.
 */
export function writeTogether({ to, most, waitMs }: WriteTogether): DestinationStream & { flush(): void } {
  let waiting = ''
  const flush = () => {
    if (waiting === '') return
    const lines = waiting
    waiting = ''
    to.write(lines)
  }
  return {
    write(line) {
      if (waiting === '') setTimeout(flush, waitMs).unref()
      waiting += line
      if (waiting.length >= most) flush()
    },
    flush,
  }
}
