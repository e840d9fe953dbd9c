/** What every failure of the local stack has: a stable `code` to branch on, and a sentence that says what to do. */
export class StackError extends Error {
  override readonly name: string = 'StackError'
  readonly code: string

  constructor({ code, message, cause }: { code: string; message: string; cause?: unknown }) {
    super(message, { cause })
    this.code = code
  }
}

/** A port that was asked for is in use by another program. */
export class PortTakenError extends StackError {
  override readonly name = 'PortTakenError'
  readonly port: number

  constructor({ port, chainId, cause }: { port: number; chainId: number | string; cause?: unknown }) {
    super({
      code: 'port_taken',
      cause,
      message: `Port ${port} is already in use, so chain ${chainId} can't listen on it. Stop the program that holds it, ask for another port, or leave the port out to get a free one.`,
    })
    this.port = port
  }
}

/** Anvil isn't installed for this machine. */
export class AnvilMissingError extends StackError {
  override readonly name = 'AnvilMissingError'

  constructor({ machine, cause }: { machine: string; cause?: unknown }) {
    super({
      code: 'anvil_missing',
      message: `The local chains need anvil, which isn't installed for ${machine}. Install the dependencies again without leaving out optional ones; the package is @foundry-rs/anvil.`,
      cause,
    })
  }
}

/** Anvil ended, or said nothing, before it answered. `output` is the end of what it printed. */
export class ChainStartError extends StackError {
  override readonly name = 'ChainStartError'
  readonly output: string

  constructor({ chainId, reason, output }: { chainId: number; reason: string; output: string }) {
    super({
      code: 'chain_start',
      message: `Chain ${chainId} didn't start: ${reason}.${output === '' ? '' : ` Anvil said: ${output}`}`,
    })
    this.output = output
  }
}

/** The file that holds a chain's state can't be read. */
export class ChainStateError extends StackError {
  override readonly name = 'ChainStateError'

  constructor({ chainId, stateFile, cause }: { chainId: number | string; stateFile: string; cause?: unknown }) {
    super({
      code: 'chain_state',
      message: `What chain ${chainId} kept in ${stateFile} can't be read. Start with \`reset\` to forget it and begin anew.`,
      cause,
    })
  }
}

/** Anvil didn't end when asked to, and was killed. */
export class ChainStopError extends StackError {
  override readonly name = 'ChainStopError'

  constructor({ chainId, waitedMs }: { chainId: number; waitedMs: number }) {
    super({
      code: 'chain_stop',
      message: `Chain ${chainId} didn't stop within ${waitedMs} ms and was killed. What happened on it since it started may be lost.`,
    })
  }
}

/** Another running stack keeps its chains in the same directory. */
export class DirectoryInUseError extends StackError {
  override readonly name = 'DirectoryInUseError'

  constructor({ directory, pid, lockFile }: { directory: string; pid: number; lockFile: string }) {
    super({
      code: 'directory_in_use',
      message: `The chains in ${directory} are already running (process ${pid}). Stop that one or use another directory. If no such stack runs any more, delete ${lockFile}.`,
    })
  }
}

/** A contract, a pool or a balance couldn't be put on a chain. */
export class DeployError extends StackError {
  override readonly name = 'DeployError'

  constructor({ url, step, cause }: { url: string; step: string; cause: unknown }) {
    super({ code: 'deploy', message: `Couldn't ${step} on the chain at ${url}.`, cause })
  }
}
