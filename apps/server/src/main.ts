#!/usr/bin/env node
import { commands } from './cli/commands.js'
import { runCommand } from './cli/runCommand.js'

process.exitCode = await runCommand({
  commands,
  args: process.argv.slice(2),
  env: process.env,
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
})
