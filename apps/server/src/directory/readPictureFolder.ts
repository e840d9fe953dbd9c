import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { ListingError } from './ListingError.js'
import { mostPictureBytes, type Picture, type PictureName, pictureKinds, readPicture } from './pictures.js'
import type { BadEntry } from './readListing.js'

/**
 * Reads pictures from a folder: `wallet/{image id}.png`, `asset/{image id}.svg`, `currency/USD.png`, `token/ETH.webp`.
 * A file that is no picture is reported and left out.
 * @throws {@link ListingError} when the folder can't be read, or has none of these folders
 */
export async function readPictureFolder({
  folder,
  onBad,
}: {
  folder: string
  onBad: (bad: BadEntry) => void
}): Promise<(PictureName & Picture)[]> {
  const kinds = pictureKinds.filter(await isIn(folder))
  if (kinds.length === 0) throw new ListingError({ code: 'no_pictures' })
  const taken: (PictureName & Picture)[] = []
  for (const kind of kinds) {
    for (const file of (await readdir(join(folder, kind))).sort()) {
      const path = join(folder, kind, file)
      const { name } = parse(file)
      const isSmall = (await stat(path)).size <= mostPictureBytes
      const picture = isSmall ? readPicture(new Uint8Array(await readFile(path))) : null
      const id = kind === 'currency' || kind === 'token' ? name.toUpperCase() : name
      if (picture !== null) taken.push({ kind, id, ...picture })
      else
        onBad({
          id: `${kind}/${file}`,
          field: 'picture',
          problem: 'is none that is taken: PNG, WebP, JPEG, or an SVG that only draws, of 256 kB at most',
        })
    }
  }
  return taken
}

async function isIn(folder: string): Promise<(name: string) => boolean> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new ListingError({ code: 'unreadable', cause })
  })
  return (name) => names.includes(name)
}
