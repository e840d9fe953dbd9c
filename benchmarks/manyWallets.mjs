import { createHash } from 'node:crypto'

const nameParts = [
  'Alder',
  'Birch',
  'Cedar',
  'Elm',
  'Fir',
  'Hazel',
  'Juniper',
  'Larch',
  'Maple',
  'Rowan',
  'Spruce',
  'Willow',
]

/**
 * A listing of wallets that don't exist: as many as wanted, each with a picture.
 * @param {{ count: number, chains: readonly string[] }} listing
 */
export function manyWallets({ count, chains }) {
  return Array.from({ length: count }, (_, index) => ({
    id: createHash('sha256').update(`wallet ${index}`).digest('hex'),
    name: `${nameParts[index % nameParts.length]} ${index}${index % 7 === 3 ? ' for Everybody' : ''}`,
    badge_type: index % 3 === 0 ? 'certified' : 'none',
    chains,
    image_id: `picture-${index}`,
    mobile_link: `wallet-${index}://`,
  }))
}

/** The page of a listing that a call asks for. */
export function pageOf(wallets, url) {
  const { searchParams } = new URL(url)
  const ids = (name) => (searchParams.get(name) ?? '').split(',').filter(Boolean)
  const [include, exclude] = [ids('include'), new Set(ids('exclude'))]
  const search = searchParams.get('search')?.toLowerCase() ?? ''
  const found = wallets.filter(
    ({ id, name, badge_type: badge }) =>
      (include.length === 0 || include.includes(id)) &&
      !exclude.has(id) &&
      name.toLowerCase().includes(search) &&
      (!searchParams.get('badge_type') || badge === searchParams.get('badge_type')),
  )
  const [page, entries] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('entries') ?? 40)]
  return { data: found.slice((page - 1) * entries, page * entries), count: found.length }
}

/** A wallet's picture, drawn: a tile of a colour of its own. */
export function pictureOf(imageId) {
  const hue = (Number(imageId.replace(/\D/g, '')) * 47) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" width="112" height="112"><rect width="112" height="112" fill="hsl(${hue} 60% 55%)"/><circle cx="56" cy="56" r="26" fill="hsl(${hue} 70% 85%)"/></svg>`
}
