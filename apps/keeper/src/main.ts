#!/usr/bin/env node
import { runProgram } from '@foyer/service/cli/runProgram'
import { keeperCommands } from './keeperCommands.js'

process.exitCode = await runProgram({
  program: 'foyer-keeper',
  is: 'keeper',
  commands: keeperCommands,
  args: process.argv.slice(2),
  env: process.env,
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
})
