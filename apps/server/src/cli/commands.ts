import type { Command } from '@foyer/service/cli/command'
import { backupCommand, restoreCommand } from './backupCommands.js'
import { descriptors } from './descriptors.js'
import { directory } from './directory.js'
import { project } from './project.js'
import { rotateLoginKeysCommand } from './rotateLoginKeys.js'
import { serve } from './serve.js'
import { setup } from './setup.js'

/** Every command of `foyer-server`; the first is meant when none is named. */
export const commands: readonly [Command, ...Command[]] = [
  serve,
  setup,
  project,
  backupCommand,
  restoreCommand,
  directory,
  descriptors,
  rotateLoginKeysCommand,
]
