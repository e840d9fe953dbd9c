import type { ExitCode } from '@foyer/service/cli/command'
import { type RunProgram, runProgram } from '@foyer/service/cli/runProgram'
import { AdminCallError } from '../admin/remoteAdministration.js'
import { DescriptorsError } from '../descriptors/DescriptorsError.js'
import { ListingError } from '../directory/ListingError.js'
import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import { SetupError } from '../setup/SetupError.js'

const explains = [AdminCallError, DescriptorsError, ListingError, SafeFetchError, SetupError]

/**
 * Runs a command of `foyer-server`.
 * @example
 * process.exitCode = await runCommand({ commands, args: process.argv.slice(2), env: process.env, print, complain })
 */
export const runCommand = (call: Omit<RunProgram, 'program' | 'is' | 'explains'>): Promise<ExitCode> =>
  runProgram({ ...call, program: 'foyer-server', is: 'server', explains })
