import type { ChildProcess } from 'node:child_process'

interface UntilReady {
  name: string
  server: ChildProcess
  /** where it says so */
  output: 'stdout' | 'stderr'
  /** what it says */
  says: string
  ended: Promise<void>
}

/** Waits for a server's word that it takes connections. Rejects with what it printed where it ends before. */
export function untilReady({ name, server, output, says, ended }: UntilReady): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = ''
    server.once('error', reject)
    server[output]?.setEncoding('utf8').on('data', (chunk: string) => {
      printed = `${printed}${chunk}`.slice(-4_000)
      if (printed.includes(says)) resolve()
    })
    void ended.then(() => reject(new Error(`${name} ended before it was ready: ${printed}`)))
  })
}
