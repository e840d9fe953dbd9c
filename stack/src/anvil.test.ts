import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestClient, http } from 'viem'
import { getBlockNumber, getChainId, mine } from 'viem/actions'
import { expect, onTestFinished, test } from 'vitest'
import { type StartAnvilParameters, startAnvil } from './anvil.js'
import { anvilCommand, type Command } from './anvilCommand.js'
import { AnvilMissingError, ChainStartError, ChainStateError, ChainStopError, PortTakenError } from './errors.js'
import { temporaryDirectory } from './temporaryDirectory.js'
import { unusedPort } from './unusedPort.js'

async function started(parameters: StartAnvilParameters) {
  const anvil = await startAnvil(parameters)
  onTestFinished(() => anvil.stop())
  return anvil
}

const clientOf = (url: string) => createTestClient({ mode: 'anvil', transport: http(url, { retryCount: 0 }) })
const newStateFile = async () => join(await temporaryDirectory(), 'state.json')
const node = (program: string): Command => [process.execPath, '-e', program, '--']
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a chain has the id that was asked for, and is gone once stopped', async () => {
  const anvil = await started({ chainId: 4711 })
  expect(await getChainId(clientOf(anvil.url))).toBe(4711)
  expect(isRunning(anvil.pid)).toBe(true)
  await Promise.all([anvil.stop(), anvil.stop()])
  expect(isRunning(anvil.pid)).toBe(false)
  await expect(fetch(anvil.url)).rejects.toThrow()
})

test.each([
  ['the native binary', anvilCommand()],
  ['the launcher, on a machine without one', anvilCommand({ platform: 'plan9', arch: 'mips' })],
])('%s keeps the chain in its file', async (_, command) => {
  const stateFile = await newStateFile()
  const first = await started({ chainId: 1, stateFile, command })
  await mine(clientOf(first.url), { blocks: 7 })
  await first.stop()
  const second = await started({ chainId: 1, stateFile, command })
  expect(await getBlockNumber(clientOf(second.url))).toBe(7n)
})

test('the launcher is only taken where there is no native binary', () => {
  expect(anvilCommand()).toHaveLength(1)
  expect(anvilCommand({ platform: 'plan9', arch: 'mips' })[0]).toBe(process.execPath)
})

test('a port that is taken is named, and what the file holds is left alone', async () => {
  const stateFile = await newStateFile()
  const first = await started({ chainId: 1, stateFile })
  await mine(clientOf(first.url), { blocks: 1 })
  await first.stop()
  const kept = await readFile(stateFile)
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const error = await startAnvil({ chainId: 31337, port, stateFile }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(PortTakenError)
  expect(error).toMatchObject({
    code: 'port_taken',
    port,
    message: `Port ${port} is already in use, so chain 31337 can't listen on it. Stop the program that holds it, ask for another port, or leave the port out to get a free one.`,
  })
  expect(await readFile(stateFile)).toEqual(kept)
})

test('a chain that is asked to end as soon as it listens has saved its state', async () => {
  for (let round = 0; round < 5; round++) {
    const stateFile = await newStateFile()
    const anvil = await started({ chainId: 1, stateFile })
    await anvil.stop()
    expect(await readFile(stateFile, 'utf8')).toContain('"block"')
  }
})

test('a port that was given up can be asked for', async () => {
  const port = await unusedPort()
  const first = await started({ chainId: 1, port })
  await first.stop()
  const second = await started({ chainId: 2, port })
  expect([first.port, second.port]).toEqual([port, port])
})

test('a state file that is cut off is named, with the way on', async () => {
  const stateFile = await newStateFile()
  await writeFile(stateFile, '{"block":')
  const start = startAnvil({ chainId: 31337, stateFile })
  await expect(start).rejects.toBeInstanceOf(ChainStateError)
  await expect(start).rejects.toThrow(`${stateFile} can't be read. Start with \`reset\``)
})

test.each<[string, Command]>([
  ['a binary that is not there', ['/nowhere/anvil']],
  ['a launcher that finds none', node('console.error("Error: spawn /nowhere/anvil ENOENT"); process.exit(1)')],
])('%s is reported as a missing anvil', async (_, command) => {
  await expect(startAnvil({ chainId: 1, command })).rejects.toBeInstanceOf(AnvilMissingError)
})

test('what anvil complained of is part of the error', async () => {
  const start = startAnvil({ chainId: 1, port: 65_536 })
  await expect(start).rejects.toBeInstanceOf(ChainStartError)
  await expect(start).rejects.toThrow(/65536 is not in 0\.\.=65535/)
})

test('a program that never listens is given up and ended', async () => {
  const command = node('process.stderr.write("thinking"); setInterval(() => {}, 1e6)')
  await expect(startAnvil({ chainId: 1, command, startLimitMs: 1 })).rejects.toThrow(/nothing for 1 ms/)
})

test('a program that does not end when asked is killed, and that is said', async () => {
  const command = node(
    'process.on("SIGTERM", () => {}); console.log("Listening on 127.0.0.1:1"); setInterval(() => {}, 1e6)',
  )
  const anvil = await startAnvil({ chainId: 1, command, stopLimitMs: 1 })
  await expect(anvil.stop()).rejects.toBeInstanceOf(ChainStopError)
  expect(isRunning(anvil.pid)).toBe(false)
})

test('an abort before, while or after it starts ends the chain', async () => {
  const reason = new Error('enough')
  await expect(startAnvil({ chainId: 1, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)

  const during = new AbortController()
  const start = startAnvil({ chainId: 1, signal: during.signal })
  during.abort(reason)
  await expect(start).rejects.toBe(reason)

  const after = new AbortController()
  const anvil = await started({ chainId: 1, signal: after.signal })
  after.abort(reason)
  await anvil.stop()
  expect(isRunning(anvil.pid)).toBe(false)
})

test('the log has what the chain does, but not the keys that anvil greets with', async () => {
  const log: string[] = []
  const anvil = await started({ chainId: 1, log: (line) => log.push(line) })
  await getChainId(clientOf(anvil.url))
  await anvil.stop()
  expect(log).toEqual(['eth_chainId'])
})

test('a chain that ends by itself is reported', async () => {
  const report = new Promise<string>((log) => {
    void started({ chainId: 9, log }).then(({ pid }) => process.kill(pid, 'SIGKILL'))
  })
  expect(await report).toBe('chain 9 ended by itself, code SIGKILL')
})

/** Starts a chain from a process of its own, which says its port and then stays. */
async function chainOfOtherProcess(stateFile: string) {
  const program = `
import { runnerImport } from 'vite'
process.on('SIGINT', () => process.stdout.write('interrupted'))
const { module } = await runnerImport(process.argv[1])
const { port } = await module.startAnvil({ chainId: 1, stateFile: process.argv[2] })
process.stdout.write(String(port))`
  const parent = spawn(
    process.execPath,
    ['--input-type=module', '-e', program, fileURLToPath(new URL('anvil.ts', import.meta.url)), stateFile],
    { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
  const port = Number(await once(parent.stdout, 'data'))
  const connection = connect(port, '127.0.0.1')
  await once(connection, 'connect')
  return { parent, client: clientOf(`http://127.0.0.1:${port}`), ended: once(connection.resume(), 'close') }
}

test('a parent that is killed outright leaves no chain behind, and the chain keeps its state', async () => {
  const stateFile = join(await temporaryDirectory(), 'state.json')
  const { parent, client, ended } = await chainOfOtherProcess(stateFile)
  await mine(client, { blocks: 3 })
  parent.kill('SIGKILL')
  await ended
  const again = await started({ chainId: 1, stateFile })
  expect(await getBlockNumber(clientOf(again.url))).toBe(3n)
})

test('a Ctrl-C in the terminal reaches the process that started the chain, and not the chain', async () => {
  const { parent, client, ended } = await chainOfOtherProcess(join(await temporaryDirectory(), 'state.json'))
  if (parent.pid === undefined) throw new TypeError('The process has no id.')
  process.kill(-parent.pid, 'SIGINT') // the whole group, as a terminal does
  expect(String(await once(parent.stdout, 'data'))).toBe('interrupted')
  await mine(client, { blocks: 1 })
  expect(await getBlockNumber(client, { cacheTime: 0 })).toBe(1n)
  parent.kill('SIGKILL')
  await ended
})
