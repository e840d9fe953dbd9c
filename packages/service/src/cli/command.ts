/** Everything that the process gives a command; handed in, so that a test can call a command as a function. */
export interface CommandContext {
  /** the arguments after the command's name */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes to standard output. */
  print(text: string): void
  /** Writes to standard error. */
  complain(text: string): void
}

/** 0: done; 1: it failed; 2: it was called wrongly. */
export type ExitCode = 0 | 1 | 2

/** One command of a program. */
export interface Command {
  readonly name: string
  /** how it is called, after its name, such as `import FILE|URL` */
  readonly usage?: string | undefined
  /** A sentence. */
  readonly summary: string
  /** @throws an error whose message is for the operator (see `runProgram`); any other is reported without its message */
  run(context: CommandContext): Promise<ExitCode>
}

/** A command was called wrongly. The message is a sentence with the expected usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code = 'usage'
}

/** Resolves when the process is asked to end; one that is asked while it starts ends once it has started. */
export const untilAskedToEnd = (): Promise<void> =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
