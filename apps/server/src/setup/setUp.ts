import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { leftToDo } from './leftToDo.js'
import { makeStores } from './makeStores.js'
import { type ChangedFile, readSettingsFile, withSettings, writeSettingsFile } from './settingsFile.js'
import { type Said, settingsFor } from './settingsFor.js'

/** The changed files, and what is left to the operator. */
export interface Done {
  readonly files: readonly ChangedFile[]
  readonly left: readonly string[]
}

/**
 * Makes keys, databases and settings of all services of one machine, in a folder that its owner alone reads. Called again it keeps what is there, adds what is
 * missing, and takes what is said anew.
 * @throws SetupError · DatabaseError
 */
export async function setUp({
  folder,
  said,
  now,
}: {
  readonly folder: string
  readonly said: Said
  readonly now: Date
}): Promise<Done> {
  const nodes = await readSettingsFile(join(folder, 'nodes.env'))
  const keeper = await readSettingsFile(join(folder, 'keeper.env'))
  const wallet = await readSettingsFile(join(folder, 'wallet.env'))
  const before = { nodes: nodes.values, keeper: keeper.values, wallet: wallet.values }
  const { settings, stores } = await settingsFor({ before, said, folder, now })
  const files = [
    withSettings(nodes, settings.nodes),
    withSettings(keeper, settings.keeper),
    withSettings(wallet, settings.wallet),
  ]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Passwords are kept before they are given away: whatever ends this command, the next call goes on.
  for (const file of files) await writeSettingsFile(file)
  if (said.postgres !== undefined) await makeStores({ administrator: said.postgres, stores })
  return { files, left: leftToDo({ settings, folder }) }
}
