#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { run } from './run.js'

async function main(): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const version = String(Reflect.get(Object(manifest), 'version'))
  process.exitCode = await run({ args: process.argv.slice(2), version, print: console.log })
}

main().catch((error: unknown) => {
  // What the command can't answer, with its stack.
  console.error(error)
  process.exitCode = 1
})
