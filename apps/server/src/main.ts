#!/usr/bin/env node
import { ConfigError } from './config/ConfigError.js'
import { readConfig } from './config/readConfig.js'
import { DatabaseError } from './db/DatabaseError.js'
import { PortError } from './listen.js'
import { startServer } from './start.js'

const usage = `Usage: foyer-server [serve]

Answers the blockchain API of Foyer on a port. It is configured by environment variables; the README lists them.
`

async function main(): Promise<void> {
  const [command = 'serve', ...rest] = process.argv.slice(2)
  if (command === '--help' || command === '-h') {
    process.stdout.write(usage)
    return
  }
  if (command !== 'serve' || rest.length > 0) {
    process.stderr.write(usage)
    process.exitCode = 2
    return
  }
  await serve()
}

async function serve(): Promise<void> {
  // Asked to end while it starts, it ends once it has started: a database half migrated is worse than a second of waiting.
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
  const server = await startServer(await readConfig(process.env))
  await asked
  await server.stop()
}

main().catch((error: unknown) => {
  const isExplained = error instanceof ConfigError || error instanceof DatabaseError || error instanceof PortError
  process.stderr.write(`${isExplained ? error.message : `The server failed: ${describe(error)}`}\n`)
  process.exitCode = 1
})

/** For a failure that nobody foresaw: where it happened helps, its message may hold anything. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return [error.name, ...(error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))].join('\n')
}
