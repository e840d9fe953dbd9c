import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, chmodSync, constants } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { StackError } from '../errors.js'

const Package = v.object({ fsproxyBinaryPath: v.string(), fsproxyConfigsPath: v.string() })

/** MultiversX's chain simulator, which isn't there for every machine: it comes as a program. */
export class SimulatorMissingError extends StackError {
  override readonly name = 'SimulatorMissingError'

  constructor({ cause }: { cause: unknown }) {
    super({
      code: 'simulator_missing',
      message: `MultiversX's chain simulator isn't there for ${process.platform} ${process.arch}: @xsuite/full-simulnet has it for x64 of Linux and macOS.`,
      cause,
    })
  }
}

/** The simulator ended, or said nothing, before it answered. */
export class SimulatorStartError extends StackError {
  override readonly name = 'SimulatorStartError'

  constructor({ output }: { output: string }) {
    super({ code: 'simulator_start', message: `MultiversX's chain simulator didn't start. It said: ${output}` })
  }
}

/** @throws SimulatorMissingError */
function programOf(): v.InferOutput<typeof Package> {
  try {
    return v.parse(Package, createRequire(import.meta.url)('@xsuite/full-simulnet'))
  } catch (cause) {
    throw new SimulatorMissingError({ cause })
  }
}

/** Whether this machine can run it. */
export function hasSimulator(): boolean {
  try {
    return programOf() !== undefined
  } catch (error) {
    if (error instanceof SimulatorMissingError) return false
    throw error
  }
}

/** As on the public networks: the simulator's own files take nothing for gas. */
const fees = `OverridableConfigTomlValues = [
    { File = "economics.toml", Path = "FeeSettings.MinGasPrice", Value = "1000000000" }
]
`

export interface Simulator {
  /** Where it answers as a gateway does. */
  readonly url: string
  stop(): Promise<void>
}

/** How long it may take to start, in milliseconds: it takes half a second. */
const patienceMs = 60_000

/** Starts it, with transactions' signatures checked, in a folder of its own. @throws SimulatorMissingError · SimulatorStartError */
export async function startSimulator(): Promise<Simulator> {
  const { fsproxyBinaryPath: program, fsproxyConfigsPath: configs } = programOf()
  makeRunnable(program)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-multiversx-'))
  const ours = join(folder, 'fees.toml')
  await writeFile(ours, fees)
  const overrides = [join(configs, 'nodeOverrideDefault.toml'), join(configs, 'nodeOverride.toml'), ours]
  const child = spawn(
    program,
    [
      ...['--server-port', '0', '--config', join(configs, 'config.toml')],
      ...['--proxy-configs', join(configs, 'proxy', 'config'), '--node-configs', join(configs, 'node', 'config')],
      ...['--node-override-config', overrides.join(), '--skip-configs-download', '--bypass-txs-signature=false'],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const stop = async () => {
    process.off('exit', end)
    const isOver = child.exitCode !== null || child.signalCode !== null
    const over = isOver ? undefined : new Promise((resolve) => child.once('exit', resolve))
    end()
    await over
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { url: await addressOf(child), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The packages' own scripts, which make it so, aren't run here. */
function makeRunnable(program: string): void {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    chmodSync(program, 0o755)
  }
}

/** What it prints once it answers; the rest is read, so that it isn't held up, and let go. */
const announced = /accessible through the URL ([\w.]+:\d+)/

const addressOf = ({ stdout }: Pick<ChildProcess, 'stdout'>): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const fail = () => reject(new SimulatorStartError({ output: output.slice(-2000) }))
    const timer = setTimeout(fail, patienceMs)
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length > 1_000_000) return
      output += text
      const [, address] = announced.exec(output) ?? []
      if (address === undefined) return
      clearTimeout(timer)
      output = ''
      resolve(`http://${address}`)
    })
    stdout?.once('end', fail)
  })
