import { createInterface } from 'node:readline/promises'

/** Where questions are asked and answered. */
export interface Terminal {
  /** @throws StoppedError where the visitor ends it instead of answering */
  readonly ask: (question: string) => Promise<string>
  readonly print: (line: string) => void
  readonly close: () => void
}

/** The questions were ended, by Ctrl-C or Ctrl-D: nothing is to be made. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'

  constructor() {
    super('Stopped: nothing was made.')
  }
}

/**
 * Opens a terminal for questions.
 * @example const { ask, close } = openTerminal({ input: process.stdin, output: process.stdout })
 */
export function openTerminal({
  input,
  output,
}: {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}): Terminal {
  const lines = createInterface({ input, output, terminal: true })
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  lines.once('SIGINT', stop).once('close', stop)
  return {
    async ask(question) {
      try {
        return await lines.question(question, { signal: stopped.signal })
      } catch (error) {
        if (!stopped.signal.aborted) throw error
        // The cursor stands behind the question.
        output.write('\n')
        throw new StoppedError()
      }
    },
    print: (line) => void output.write(`${line}\n`),
    close: () => lines.close(),
  }
}
