import { writeFile } from 'node:fs/promises'
import type { WalletsReply } from '@foyer/core/wire'
import type { Command, CommandContext } from '@foyer/service/cli/command'
import { UsageError } from '@foyer/service/cli/command'
import { systemClock } from '@foyer/service/clock'
import { createLog } from '@foyer/service/log/createLog'
import * as v from 'valibot'
import { readConfig } from '../config/readConfig.js'
import { openDatabase } from '../db/openDatabase.js'
import { createDirectoryStore, type DirectoryStore } from '../directory/directoryStore.js'
import { importListing, readSource } from '../directory/importListing.js'
import { type BadEntry, shippedWallets } from '../directory/readListing.js'
import { pictureNames, suppliedPictures } from '../directory/suppliedPictures.js'
import { WalletEdits, WalletId } from '../directory/walletFacts.js'
import { createWalletIndex } from '../directory/walletIndex.js'
import { createDrawings } from '../drawings/drawings.js'
import { workerFile } from '../drawings/workerFile.js'
import { migrationsFolder } from '../migrationsFolder.js'
import { openPictureStore } from '../pictures/openPictureStore.js'
import { createPictures } from '../pictures/pictures.js'
import { resolveHost } from '../safeFetch/resolveHost.js'
import { createSafeFetch, type SafeFetch } from '../safeFetch/safeFetch.js'

/** The context of a part of the command. */
interface Part extends Pick<CommandContext, 'args' | 'print' | 'complain'> {
  readonly store: DirectoryStore
  readonly safeFetch: SafeFetch
}

const parts: Readonly<Record<string, (part: Part) => Promise<void>>> = {
  import: importList,
  export: exportList,
  edit: editWallet,
  pictures: takePictures,
}

/** Fills the directory, and gives it back. A server on the same PostgreSQL sees the change within seconds. */
export const directory: Command = {
  name: 'directory',
  usage: 'import FILE|URL [--replace] [--strict] [--pictures] | export [FILE] | edit ID JSON | pictures FOLDER|FILE',
  summary: 'Takes wallets in from a list, gives them back, changes one, or takes pictures in.',
  async run({ args: [name = '', ...args], env, print, complain }) {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (part === undefined) throw new UsageError('directory needs one of import, export, edit and pictures.')
    const config = await readConfig(env)
    const database = await openDatabase({ location: config.database, migrationsFolder: migrationsFolder() })
    try {
      const { orm } = database
      const log = createLog({ level: 'warn', to: { write: complain } })
      const at = { config: config.pictures, clock: systemClock, random: Math.random, orm, log }
      const kept = createPictures({ orm, store: await openPictureStore(at), now: systemClock.now })
      const store = createDirectoryStore({ orm, kept })
      await store.ship(await shippedWallets())
      const safeFetch = createSafeFetch({ config: config.safeFetch, clock: systemClock, resolveHost })
      await part({ args, print, complain, store, safeFetch })
    } finally {
      await database.close()
    }
    return 0
  },
}

async function importList({ args, print, complain, store, safeFetch }: Part): Promise<void> {
  const { values, switches } = sorted({ args, known: ['--replace', '--strict', '--pictures'] })
  const [source, ...rest] = values
  if (source === undefined || rest.length > 0) throw new UsageError('directory import needs one file or address.')
  const { signal } = new AbortController() // ends with the process
  const done = await importListing({
    store,
    json: await readSource({ source, safeFetch, signal }),
    replace: switches.has('--replace'),
    strict: switches.has('--strict'),
    fetchWith: switches.has('--pictures') ? { safeFetch, drawings: ownDrawings() } : undefined,
    onBad: complainOfEntry(complain),
    signal,
  })
  const { added, changed, unchanged, removed, skipped, pictures } = done
  print(
    `Wallets: ${added} added, ${changed} changed, ${unchanged} as before, ${removed} removed, ${skipped} skipped. Pictures: ${pictures} taken.\n`,
  )
}

async function exportList({ args, print, store }: Part): Promise<void> {
  const [file, ...rest] = sorted({ args, known: [] }).values
  if (rest.length > 0) throw new UsageError('directory export writes to one file, or to standard output.')
  const data = createWalletIndex((await store.load()).wallets).wallets
  const json = `${JSON.stringify({ data, count: data.length } satisfies WalletsReply, null, 2)}\n`
  if (file === undefined) return print(json)
  await writeFile(file, json)
  print(`Wallets: ${data.length} written.\n`)
}

async function editWallet({ args, print, store }: Part): Promise<void> {
  const [id, json, ...rest] = args
  const parsedId = v.safeParse(WalletId, id)
  if (!parsedId.success || rest.length > 0)
    throw new UsageError('directory edit needs an id of 64 hex digits, and JSON.')
  const edits = v.safeParse(v.pipe(v.string(), v.parseJson(), WalletEdits), json)
  if (!edits.success) {
    const fields = edits.issues.map((issue) => v.getDotPath(issue) ?? 'the JSON')
    throw new UsageError(`Not as expected: ${[...new Set(fields)].join(', ')}.`)
  }
  const isKnown = await store.edit({ id: parsedId.output, edits: edits.output })
  if (!isKnown) throw new UsageError('No wallet has this id. To add one, give its name too.')
  print('Changed.\n')
}

async function takePictures({ args, print, complain, store }: Part): Promise<void> {
  const [source, ...rest] = sorted({ args, known: [] }).values
  if (source === undefined || rest.length > 0) throw new UsageError('directory pictures needs one folder, or one file.')
  const namesOf = pictureNames(await store.load())
  const pictures = await suppliedPictures({
    source,
    namesOf,
    drawings: ownDrawings(),
    onBad: complainOfEntry(complain),
  })
  await store.putPictures(pictures)
  print(`Pictures: ${pictures.length} taken.\n`)
}

/** Read as the server reads those of others. */
const ownDrawings = () => createDrawings({ clock: systemClock, workerFile })

const complainOfEntry =
  (complain: CommandContext['complain']) =>
  ({ id, field, problem }: BadEntry) =>
    complain(`${id}: ${field}: ${problem}\n`)

/** @throws UsageError for a switch that isn't known */
function sorted({ args, known }: { args: readonly string[]; known: readonly string[] }) {
  const switches = new Set(args.filter((arg) => arg.startsWith('--')))
  for (const each of switches) if (!known.includes(each)) throw new UsageError(`directory doesn't know ${each} here.`)
  return { switches, values: args.filter((arg) => !arg.startsWith('--')) }
}
