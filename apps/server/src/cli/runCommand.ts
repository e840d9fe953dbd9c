import { BackupError } from '@foyer/service/backup/BackupError'
import { ConfigError } from '@foyer/service/config/ConfigError'
import { DatabaseError } from '@foyer/service/db/DatabaseError'
import { ApiError } from '@foyer/service/errors/ApiError'
import { PortError } from '@foyer/service/listen'
import { SealError } from '@foyer/service/seal/SealError'
import { AdminCallError } from '../admin/remoteAdministration.js'
import { DescriptorsError } from '../descriptors/DescriptorsError.js'
import { ListingError } from '../directory/ListingError.js'
import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import { SetupError } from '../setup/SetupError.js'
import type { Command, CommandContext, ExitCode } from './command.js'
import { meantWord } from './meantWord.js'
import { UsageError } from './UsageError.js'

/** Errors whose message is a sentence for the operator. */
const explained = [
  AdminCallError,
  ApiError,
  BackupError,
  ConfigError,
  DatabaseError,
  DescriptorsError,
  PortError,
  ListingError,
  SafeFetchError,
  SealError,
  SetupError,
]

/**
 * Runs the command that the first argument names, and reports failures in sentences.
 * @example
 * process.exitCode = await runCommand({ commands, args: process.argv.slice(2), env: process.env, print, complain })
 */
export async function runCommand({
  commands,
  ...context
}: CommandContext & { commands: readonly [Command, ...Command[]] }): Promise<ExitCode> {
  const [name = commands[0].name, ...args] = context.args
  const isHelp = name === 'help' || asksForHelp(name)
  if (isHelp && args[0] === undefined) {
    context.print(usageOf(commands))
    return 0
  }
  const wanted = isHelp ? args[0] : name
  const command = commands.find((each) => each.name === wanted)
  if (command === undefined) {
    const names = commands.map((each) => each.name)
    context.complain(`There is no command ${wanted}. ${meantWord(String(wanted), names)}\n\n${usageOf(commands)}`)
    return 2
  }
  if (isHelp || args.some(asksForHelp)) {
    context.print(usageOf([command]))
    return 0
  }
  try {
    return await command.run({ ...context, args })
  } catch (error) {
    if (error instanceof UsageError) {
      context.complain(`${error.message}\n\n${usageOf([command])}`)
      return 2
    }
    context.complain(`${messageOf(error)}\n`)
    return 1
  }
}

const asksForHelp = (word: string): boolean => word === '--help' || word === '-h'

function usageOf(commands: readonly Command[]): string {
  const lines = commands.map(({ name, usage, summary }) => {
    const call = ['  foyer-server', name, ...(usage === undefined ? [] : [usage])].join(' ')
    return `${call}\n      ${summary}\n`
  })
  return `Usage: foyer-server [command]\n\n${lines.join('')}\nEnvironment variables configure it; the README lists them.\n`
}

function messageOf(error: unknown): string {
  if (explained.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  return `The server failed: ${describe(error)}`
}

/** An unexpected failure: its place is logged, its message isn't, because it may hold anything. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return [error.name, ...(error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))].join('\n')
}
