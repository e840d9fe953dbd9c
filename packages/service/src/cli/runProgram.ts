import { BackupError } from '../backup/backupFile.js'
import { ConfigError } from '../config/readVariables.js'
import { DatabaseError } from '../db/database.js'
import { ApiError } from '../errors/ApiError.js'
import { PortError } from '../listen.js'
import { SealError } from '../seal/sealedRows.js'
import { UsedKeyError } from '../seal/usedKeys.js'
import type { Command, CommandContext, ExitCode } from './command.js'
import { UsageError } from './command.js'
import { meantWord } from './meantWord.js'

type ErrorClass = abstract new (...parameters: never) => Error

/** Errors whose message is a sentence for the operator, of every program. */
const explained: readonly ErrorClass[] = [
  ...[ApiError, BackupError, ConfigError, DatabaseError],
  ...[PortError, SealError, UsedKeyError],
]

export interface RunProgram extends CommandContext {
  readonly program: string
  /** what fails where it fails */
  readonly is: string
  /** the first is meant when none is named */
  readonly commands: readonly [Command, ...Command[]]
  /** errors of its own whose message is a sentence for the operator */
  readonly explains?: readonly ErrorClass[] | undefined
}

/**
 * Runs the command that the first argument names, and reports failures in sentences.
 * @example
 * process.exitCode = await runProgram({ program: 'foyer-keeper', is: 'keeper', commands, args: process.argv.slice(2), env: process.env, print, complain })
 */
export async function runProgram({ program, is, commands, explains = [], ...context }: RunProgram): Promise<ExitCode> {
  const [name = commands[0].name, ...args] = context.args
  const isHelp = name === 'help' || asksForHelp(name)
  if (isHelp && args[0] === undefined) {
    context.print(usageOf(program, commands))
    return 0
  }
  const wanted = isHelp ? args[0] : name
  const command = commands.find((each) => each.name === wanted)
  if (command === undefined) {
    const names = commands.map((each) => each.name)
    context.complain(
      `There is no command ${wanted}. ${meantWord(String(wanted), names)}\n\n${usageOf(program, commands)}`,
    )
    return 2
  }
  if (isHelp || args.some(asksForHelp)) {
    context.print(usageOf(program, [command]))
    return 0
  }
  try {
    return await command.run({ ...context, args })
  } catch (error) {
    if (error instanceof UsageError) {
      context.complain(`${error.message}\n\n${usageOf(program, [command])}`)
      return 2
    }
    context.complain(`${messageOf(error, { is, explains })}\n`)
    return 1
  }
}

const asksForHelp = (word: string): boolean => word === '--help' || word === '-h'

function usageOf(program: string, commands: readonly Command[]): string {
  const lines = commands.map(({ name, usage, summary }) => {
    const call = [`  ${program}`, name, ...(usage === undefined ? [] : [usage])].join(' ')
    return `${call}\n      ${summary}\n`
  })
  return `Usage: ${program} [command]\n\n${lines.join('')}\nEnvironment variables configure it; the README lists them.\n`
}

function messageOf(error: unknown, { is, explains }: { is: string; explains: readonly ErrorClass[] }): string {
  if ([...explained, ...explains].some((kind) => error instanceof kind) && error instanceof Error) return error.message
  return `The ${is} failed: ${describe(error)}`
}

/** An unexpected failure: its place is logged, its message isn't, because it may hold anything. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return [error.name, ...(error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))].join('\n')
}
