import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import * as v from 'valibot'
import { ListingError } from './ListingError.js'
import { type PictureGroup, type PictureKey, pictureGroups } from './pictureNames.js'
import { mostPictureBytes, type Picture, type PictureName, readPicture } from './pictures.js'
import type { BadEntry } from './readListing.js'

export interface SuppliedPicturesParameters {
  /** A folder with `wallet/`, `network/`, `asset/`, `currency/` and `token/`, or a JSON file with those names, each from a key to a file beside it. */
  source: string
  namesOf: (key: PictureKey) => readonly PictureName[]
  /** called for every picture that isn't taken */
  onBad: (bad: BadEntry) => void
}

/** A picture's file, and whose it is. */
interface SuppliedFile extends PictureKey {
  readonly path: string
}

/**
 * Reads the pictures that an operator supplies: `wallet/trust-wallet.png`, `network/eip155-1.svg`, `token/ETH.webp`. A file that is no picture, or of
 * which it isn't known whose it is, is reported and left out.
 * @throws {@link ListingError} when the source can't be read, or names no picture
 */
export async function suppliedPictures({
  source,
  namesOf,
  onBad,
}: SuppliedPicturesParameters): Promise<(PictureName & Picture)[]> {
  const isFolder = await stat(source).then((found) => found.isDirectory(), unreadable)
  const files = isFolder ? await filesOfFolder(source) : await filesOfList(source)
  const taken: (PictureName & Picture)[] = []
  for (const file of files) {
    const refuse = (problem: string) => onBad({ id: `${file.group}/${file.key}`, field: 'picture', problem })
    const names = namesOf(file)
    const picture = await pictureAt(file.path)
    if (names.length === 0) refuse(strangers[file.group])
    else if (picture === null)
      refuse('is none that is taken: PNG, WebP, JPEG, or an SVG that only draws, of 256 kB at most')
    else taken.push(...names.map((name) => ({ ...name, ...picture })))
  }
  return taken
}

/** What is said of a key that nothing has. */
const strangers: Readonly<Record<PictureGroup, string>> = {
  wallet: 'is of no wallet of the directory: its id, its announced name or its name was expected',
  network: 'is of no network: a CAIP-2 id such as eip155-1, the number of an EVM chain, or a known name was expected',
  asset: 'is of no asset',
  currency: 'is of no currency',
  token: 'is of no token',
}

async function filesOfFolder(folder: string): Promise<readonly SuppliedFile[]> {
  const there = await readdir(folder).catch(unreadable)
  const groups = pictureGroups.filter((group) => there.includes(group))
  if (groups.length === 0) throw new ListingError({ code: 'no_pictures' })
  const files = groups.map(async (group) => {
    const names = (await readdir(join(folder, group)).catch(unreadable)).sort()
    return names.map((name) => ({ group, key: parse(name).name, path: join(folder, group, name) }))
  })
  return (await Promise.all(files)).flat()
}

const List = v.strictObject(v.entriesFromList(pictureGroups, v.optional(v.record(v.string(), v.string()))))

async function filesOfList(file: string): Promise<readonly SuppliedFile[]> {
  const json = await readFile(file, 'utf8').catch(unreadable)
  const list = v.safeParse(v.pipe(v.string(), v.parseJson(), List), json)
  if (!list.success) throw new ListingError({ code: 'no_picture_list' })
  return pictureGroups.flatMap((group) =>
    Object.entries(list.output[group] ?? {}).map(([key, path]) => ({
      group,
      key,
      path: resolve(dirname(file), path),
    })),
  )
}

/** @returns null for what is no picture, too large a one, or not there */
async function pictureAt(path: string): Promise<Picture | null> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile() || found.size > mostPictureBytes) return null
  return readPicture(new Uint8Array(await readFile(path)))
}

function unreadable(cause: unknown): never {
  throw new ListingError({ code: 'unreadable', cause })
}
