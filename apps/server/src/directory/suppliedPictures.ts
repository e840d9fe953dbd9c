import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import { isNetworkId } from '@foyer/core/chain'
import type { Wallet } from '@foyer/core/wire'
import { packagedFolder } from '@foyer/service/packagedFolder'
import * as v from 'valibot'
import type { Drawings } from '../drawings/drawings.js'
import { picturedNetworks } from './artwork/assets.js'
import { ListingError, unreadable } from './ListingError.js'
import { mostPictureBytes, type Picture, type PictureName, readPicture } from './pictures.js'
import { type BadEntry, shippedWallets } from './readListing.js'
import { foldText } from './walletIndex.js'

/** The groups in which an operator supplies pictures. */
export const pictureGroups = ['wallet', 'network', 'asset', 'currency', 'token'] as const

export type PictureGroup = (typeof pictureGroups)[number]

export interface SuppliedPicturesParameters {
  /** A folder with `wallet/`, `network/`, `asset/`, `currency/` and `token/`, or a JSON file with those names, each from a key to a file beside it. */
  source: string
  namesOf: (key: PictureKey) => readonly PictureName[]
  drawings: Pick<Drawings, 'isStill'>
  /** called for every picture that isn't taken */
  onBad: (bad: BadEntry) => void
}

/** The drawings that ship, each of which the tests read: a server needs no worker for them when it starts. */
const ours: Pick<Drawings, 'isStill'> = { isStill: async () => true }

/** Reads the marks that ship with the server: of the wallets that ship, of networks that the kit has no mark for, of ways to connect and of coins. */
export async function shippedPictures({
  onBad,
}: Pick<SuppliedPicturesParameters, 'onBad'>): Promise<readonly (PictureName & Picture)[]> {
  const folder = 'pictures'
  const source = join(packagedFolder({ asking: import.meta.url, name: 'directory', holds: folder }), folder)
  return suppliedPictures({ source, namesOf: pictureNames(await shippedWallets()), drawings: ours, onBad })
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
export async function suppliedPictures(request: SuppliedPicturesParameters): Promise<(PictureName & Picture)[]> {
  const { source, namesOf, drawings, onBad } = request
  const isFolder = await stat(source).then((found) => found.isDirectory(), unreadable)
  const files = isFolder ? await filesOfFolder(source) : await filesOfList(source)
  const taken: (PictureName & Picture)[] = []
  for (const file of files) {
    const refuse = (problem: string) => onBad({ id: `${file.group}/${file.key}`, field: 'picture', problem })
    const names = namesOf(file)
    const picture = await pictureAt({ path: file.path, drawings })
    if (names.length === 0) refuse(strangers[file.group])
    else if (picture === null)
      refuse('is none that is taken: PNG, WebP, JPEG, or an SVG that only draws, of 256 kB at most')
    else taken.push(...names.map((name) => ({ ...name, ...picture })))
  }
  return taken
}

/** Complaints about a key that nothing has. */
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
    Object.entries(list.output[group] ?? {}).map(([key, to]) => ({ group, key, path: resolve(dirname(file), to) })),
  )
}

/** @returns null for what is no picture, too large a one, or not there */
async function pictureAt({
  path,
  drawings,
}: { path: string } & Pick<SuppliedPicturesParameters, 'drawings'>): Promise<Picture | null> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile() || found.size > mostPictureBytes) return null
  return readPicture({ bytes: new Uint8Array(await readFile(path)), drawings, owners: ['directory'] })
}

/** Whose picture it is, as an operator writes it. */
export interface PictureKey {
  readonly group: PictureGroup
  /**
   * A wallet's id, picture's id, announced name (`io.metamask`) or name; a network's CAIP-2 id, the number of an EVM chain, or its name; the wire's id of
   * an asset; the code of a currency; a token's symbol.
   */
  readonly key: string
}

/**
 * Finds out under which names a supplied picture is stored.
 * @returns none for what the directory doesn't know
 */
export function pictureNames({ wallets }: { wallets: readonly Wallet[] }): (key: PictureKey) => readonly PictureName[] {
  const imageIds = new Map(
    wallets.flatMap(({ id, name, image_id: imageId = id, rdns }) =>
      [slug(name), rdns, id, imageId].flatMap((each) => (each ? [[each.toLowerCase(), imageId] as const] : [])),
    ),
  )
  return ({ group, key }) => {
    switch (group) {
      case 'wallet': {
        const id = imageIds.get(key.toLowerCase()) ?? imageIds.get(slug(key))
        return id === undefined ? [] : [{ kind: 'wallet', id }]
      }
      case 'network':
        return networkNames(key).map((id) => ({ kind: 'asset', id }))
      case 'asset':
        return [{ kind: 'asset', id: key }]
      case 'currency':
      case 'token':
        return [{ kind: group, id: key.toUpperCase() }]
    }
  }
}

/** Both of the ids that kits request a network by. */
function networkNames(key: string): readonly string[] {
  // No colon may stand in a file's name everywhere.
  const id = /^\d+$/.test(key) ? `eip155:${key}` : key.replace(/^([a-z\d]{3,8})[-_](?=\w+$)/, '$1:')
  const known = picturedNetworks.find(({ name, networkId }) => networkId === id || slug(name) === slug(key))
  if (known) return [known.networkId, known.imageId]
  return isNetworkId(id) ? [id] : []
}

/** A name as a file may have it: `Trust Wallet` is `trust-wallet`. */
const slug = (name: string) => foldText(name).replace(/[^\p{L}\p{N}]+/gu, '-')
