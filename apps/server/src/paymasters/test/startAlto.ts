import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { entryPoint } from '@foyer/evm/delegate'
import { devAccounts } from '@foyer/stack'
import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly stateMs: number
  }
}

const program = fileURLToPath(
  new URL('../../../../../stack/alto/node_modules/@pimlico/alto/esm/cli/alto.js', import.meta.url),
)

/** Alto, which carries operations out in a process of its own: `scripts/alto.mjs` installs it. For tests; nothing in the product imports this. */
export interface Alto {
  readonly url: string
  stop(): Promise<void>
}

/** @param chain.chainUrl - of a chain with the EntryPoint and the deterministic deployer, by which it puts what it simulates with */
export async function startAlto({ chainUrl }: { readonly chainUrl: string }): Promise<Alto> {
  const port = await freePort()
  const stateMs = inject('stateMs')
  const [, executor, utility = executor] = devAccounts
  const args = {
    entrypoints: entryPoint,
    'rpc-url': chainUrl,
    'executor-private-keys': executor.privateKey,
    'utility-private-key': utility.privateKey,
    port,
    // Its tracer wants a node with JavaScript tracers; all else of its rules is on.
    'safe-mode': false,
    'refilling-wallets': false,
    'log-level': 'error',
  }
  const said = Object.entries(args).map(([name, value]) => `--${name}=${value}`)
  const child = spawn(process.execPath, [program, 'run', ...said], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const url = `http://127.0.0.1:${port}/rpc`
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`Alto ended: ${output}`)
      const { ok } = await fetch(`http://127.0.0.1:${port}/health`)
      if (!ok) throw new Error('Alto isn’t well.')
    },
    { interval: 100, timeout: stateMs },
  )
  return { url, stop }
}

/** It says nothing of the port that it takes by itself, so it is given one that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const at = server.address()
      server.close(() => (at && typeof at === 'object' ? resolve(at.port) : reject(new Error('There is no port.'))))
    })
  })
}
