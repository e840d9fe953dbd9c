import type { Command } from '@foyer/service/cli/command'
import { UsageError, untilAskedToEnd } from '@foyer/service/cli/command'
import { readConfig } from '../config/readConfig.js'
import { unknownVariables } from '../config/variables.js'
import { startServer } from '../start.js'

/** Answers until the process is asked to end. */
export const serve: Command = {
  name: 'serve',
  summary: 'Answers the API on a port. This is what happens when no command is named.',
  async run({ args, env, complain }) {
    if (args.length > 0) throw new UsageError('serve takes no arguments; it is configured by environment variables.')
    for (const sentence of unknownVariables(env)) complain(`${sentence}\n`)
    // Asked to end while it starts, it ends once it has started: a database half migrated is worse than a second of waiting.
    const asked = untilAskedToEnd()
    const server = await startServer(await readConfig(env))
    await asked
    await server.stop()
    return 0
  },
}
