import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

/** Guards a child from a process of its own. The child holds a connection as long as it lives, and echoes on it. */
const parentProgram = `
import { spawn } from 'node:child_process'
import { runnerImport } from 'vite'
const [file, port, guard, next] = process.argv.slice(1)
const { module } = await runnerImport(file)
const echo = 'const echo = require("node:net").connect(Number(process.argv[1])); echo.pipe(echo)'
const child = spawn(process.execPath, ['-e', echo, port], { detached: true, stdio: 'ignore' })
const release = module.guardChild({ pid: child.pid, shell: guard === 'shell' })
process.stdout.write('guarded')
if (next === 'release') {
  await release()
  process.exit()
}
`

async function guardedChild({ guard, next }: { guard: 'shell' | 'node'; next: 'wait' | 'release' }) {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.')
  const file = fileURLToPath(new URL('guard.ts', import.meta.url))
  const parent = spawn(
    process.execPath,
    ['--input-type=module', '-e', parentProgram, file, String(address.port), guard, next],
    { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // The child may be up before its parent has come to guarding it.
  const [[connection]] = await Promise.all([once(server, 'connection'), once(parent.stdout, 'data')])
  if (!(connection instanceof Socket)) throw new TypeError('The child sent no connection.')
  return { parent, connection }
}

test.each(['shell', 'node'] as const)('by %s: a child ends when its parent is killed outright', async (guard) => {
  const { parent, connection } = await guardedChild({ guard, next: 'wait' })
  const childEnded = once(connection.resume(), 'close')
  parent.kill('SIGKILL')
  await childEnded
})

test.each(['shell', 'node'] as const)('by %s: a guard that is released leaves the process alone', async (guard) => {
  const { parent, connection } = await guardedChild({ guard, next: 'release' })
  if (parent.exitCode === null) await once(parent, 'exit')
  connection.write('alive?')
  const [answer] = await once(connection, 'data')
  expect(String(answer)).toBe('alive?')
  connection.end()
  await once(connection, 'close')
})
