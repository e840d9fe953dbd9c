import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { anvilCommand, type Command } from './anvilCommand.js'
import { AnvilMissingError, ChainStartError, ChainStateError, ChainStopError, PortTakenError } from './errors.js'
import { guardChild } from './guard.js'

/** A running anvil process. */
export interface Anvil {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Asks it to end and waits until it has saved its state. @throws {@link ChainStopError} */
  stop(): Promise<void>
}

export interface StartAnvilParameters {
  chainId: number
  /** 0 or nothing: a free one */
  port?: number | undefined
  /** read at the start, if it is there, and written at the end; without it the chain lives in memory */
  stateFile?: string | undefined
  /** takes what anvil prints once it listens, line by line */
  log?: ((line: string) => void) | undefined
  /** ends the chain, at whatever point it is */
  signal?: AbortSignal | undefined
  command?: Command | undefined
  startLimitMs?: number | undefined
  stopLimitMs?: number | undefined
}

type Child = ChildProcessByStdio<null, Readable, Readable>

/**
 * Starts one chain and waits until it listens. Anvil itself picks a free port and says which, so that no other process can take
 * it in between.
 * @throws {@link PortTakenError} · {@link AnvilMissingError} · {@link ChainStateError} · {@link ChainStartError} ·
 * the signal's reason
 */
export async function startAnvil(parameters: StartAnvilParameters): Promise<Anvil> {
  const { chainId, port = 0, stateFile, log, signal, stopLimitMs = 30_000 } = parameters
  signal?.throwIfAborted()
  const [program, ...first] = parameters.command ?? anvilCommand()
  const state = stateFile === undefined ? [] : ['--state', stateFile]
  const args = [...first, '--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), ...state]
  // Detached: a Ctrl-C in the terminal goes to the whole group, and the process that started the chain decides when it ends.
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })

  const release = child.pid === undefined ? undefined : guardChild({ pid: child.pid, log })
  // 'close', not 'exit': the launcher ends before the anvil it started, which holds the pipes until it has saved.
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(release)
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= endChild({ child, ended, chainId, limitMs: stopLimitMs }))
  const onAbort = () => {
    stop().catch((error: unknown) => log?.(String(error)))
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  void ended.then(() => {
    signal?.removeEventListener('abort', onAbort)
    if (stopping === undefined) log?.(`chain ${chainId} ended by itself, code ${child.exitCode ?? child.signalCode}`)
  })

  try {
    const listening = await untilListening({ child, ended, parameters })
    signal?.throwIfAborted() // it may listen for a moment before it obeys
    return { url: `http://127.0.0.1:${listening.port}`, ...listening, stop }
  } catch (error) {
    await stop().catch((late: unknown) => log?.(String(late))) // why it didn't start matters more
    signal?.throwIfAborted()
    throw error
  }
}

interface Started {
  child: Child
  ended: Promise<void>
  parameters: StartAnvilParameters
}

function untilListening({ child, ended, parameters }: Started): Promise<{ port: number; pid: number }> {
  const { chainId, log, startLimitMs = 60_000 } = parameters
  return new Promise((resolve, reject) => {
    let printed = ''
    let complaint = ''
    child.stdout.setEncoding('utf8')
    child.stderr.setEncoding('utf8')
    // The banner is left out: a log doesn't need the well-known keys.
    const onBanner = (chunk: string) => {
      printed += chunk
      const port = /^Listening on \S+:(\d+)$/m.exec(printed)?.[1]
      const { pid } = child
      if (port === undefined || pid === undefined) return
      child.stdout.off('data', onBanner).on('data', lines(log))
      child.stderr.on('data', lines(log))
      untilAskable(pid).then(() => {
        clearTimeout(limit)
        resolve({ port: Number(port), pid })
      }, reject)
    }
    child.stdout.on('data', onBanner)
    child.stderr.on('data', (chunk: string) => {
      complaint = `${complaint}${chunk}`.slice(-2_000)
    })
    child.on('error', (cause) => reject(new AnvilMissingError({ machine: machine(), cause })))
    void ended.then(() => {
      clearTimeout(limit)
      reject(startError({ parameters, reason: 'anvil ended at once', output: complaint.trim() }))
    })
    const limit = setTimeout(() => {
      reject(
        new ChainStartError({ chainId, reason: `it said nothing for ${startLimitMs} ms`, output: complaint.trim() }),
      )
    }, startLimitMs)
  })
}

/**
 * Anvil listens a few milliseconds before it catches SIGTERM: asked to end in between, it ends without saving its state. Linux alone tells
 * which signals a process catches.
 */
async function untilAskable(pid: number): Promise<void> {
  for (;;) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '') // another system, or it has ended
    const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status)?.[1]
    if (caught === undefined || BigInt(`0x${caught}`) & (1n << BigInt(constants.signals.SIGTERM - 1))) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** Anvil gives one exit code for everything, so that only its output distinguishes failures. */
function startError({
  parameters,
  reason,
  output,
}: {
  parameters: StartAnvilParameters
  reason: string
  output: string
}) {
  const { chainId, port = 0, stateFile } = parameters
  const cause = new ChainStartError({ chainId, reason, output })
  if (/os error (48|98|10048)\b/.test(output)) return new PortTakenError({ port, chainId, cause })
  if (/Platform not supported|spawn \S+ ENOENT/.test(output))
    return new AnvilMissingError({ machine: machine(), cause })
  if (stateFile !== undefined && output.includes('--state')) return new ChainStateError({ chainId, stateFile, cause })
  return cause
}

async function endChild(parameters: { child: Child; ended: Promise<void>; chainId: number; limitMs: number }) {
  const { child, ended, chainId, limitMs } = parameters
  let killed = false
  const limit = setTimeout(() => {
    killed = child.kill('SIGKILL')
  }, limitMs)
  child.kill('SIGTERM')
  await ended
  clearTimeout(limit)
  if (killed) throw new ChainStopError({ chainId, waitedMs: limitMs })
}

function lines(log: ((line: string) => void) | undefined): (chunk: string) => void {
  let rest = ''
  return (chunk) => {
    if (log === undefined) return // read all the same: a full pipe would stop anvil
    const parts = `${rest}${chunk}`.split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) if (line.trim() !== '') log(line)
  }
}

const machine = () => `${process.platform} ${process.arch}`
