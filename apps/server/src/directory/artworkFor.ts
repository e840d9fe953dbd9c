import { type Artwork, drawArtwork } from './artwork/artwork.js'
import { assetArtwork, initials, networkMark } from './artwork/assets.js'
import { digestOf, type Picture, type PictureName } from './pictures.js'

export interface ArtworkForParameters extends PictureName {
  /** the id as it was asked for, which a coin shows */
  label: string
  /** the name of the wallet whose picture has this id */
  nameOfWallet: (imageId: string) => string | undefined
}

/** Draws what has no picture of its own. @returns null for an unknown id */
export function artworkFor(parameters: ArtworkForParameters): Picture | null {
  const svg = drawingOf(parameters)
  if (svg === null) return null
  const bytes = new TextEncoder().encode(svg)
  return { mediaType: 'image/svg+xml', bytes, digest: digestOf(bytes) }
}

function drawingOf(parameters: ArtworkForParameters): string | null {
  const mark = parameters.kind === 'asset' ? networkMark(parameters.id) : null
  if (mark !== null) return mark
  const artwork = artworkOf(parameters)
  return artwork && drawArtwork(artwork)
}

function artworkOf({ kind, id, label, nameOfWallet }: ArtworkForParameters): Artwork | null {
  switch (kind) {
    case 'wallet': {
      const name = nameOfWallet(id)
      return name === undefined ? null : { shape: 'tile', id, text: initials(name) }
    }
    case 'asset':
      return assetArtwork(id)
    case 'currency':
      return /^[A-Z]{3}$/.test(id) ? { shape: 'coin', id, text: signOf(id) } : null
    case 'token':
      return /^[\p{L}\p{N}\p{P}\p{S}]{1,32}$/u.test(id) ? { shape: 'coin', id, text: label } : null
  }
}

/** `€` for `EUR`; a currency without a sign shows its code. */
function signOf(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value
  return sign === undefined || sign === '¤' ? currency : sign
}
