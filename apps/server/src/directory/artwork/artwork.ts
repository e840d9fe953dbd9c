import { colourOf } from './colours.js'

/** A picture's outline: a rounded square, a hexagon for a network, a coin for a currency or a token. */
export type ArtworkShape = 'tile' | 'hexagon' | 'coin'

/** The subject of a picture: letters, or a drawing. The id decides on its colours. */
export type Artwork =
  | { readonly shape: ArtworkShape; readonly id: string; readonly text: string }
  | { readonly shape: 'tile'; readonly id: string; readonly glyph: GlyphName }

/**
 * Bounds for both colours of a picture: white letters on them have a contrast of 4.5, and they have one of 3 with a white
 * page and with a black one of `#101010` (WCAG 1.4.3, 1.4.11).
 */
export const luminanceOf = { start: 0.175, end: 0.125 } as const

const outlines = {
  tile: '<rect width="80" height="80" rx="20" fill="url(#g)"/>',
  hexagon:
    '<path d="M34.5 2.9a11 11 0 0 1 11 0l24.6 14.2a11 11 0 0 1 5.5 9.5v26.8a11 11 0 0 1-5.5 9.5L45.5 77.1a11 11 0 0 1-11 0L9.9 62.9a11 11 0 0 1-5.5-9.5V26.6a11 11 0 0 1 5.5-9.5z" fill="url(#g)"/>',
  coin: '<circle cx="40" cy="40" r="38" fill="url(#g)"/><circle cx="40" cy="40" r="32.5" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="1.5"/>',
} as const

const sizes = {
  tile: [40, 33, 26, 21, 17],
  hexagon: [36, 29, 23, 18, 15],
  coin: [36, 26, 21, 17, 14],
} as const

/**
 * Draws a picture for what has none: the same for the same words, anywhere and always, and without any brand's artwork.
 * @returns an SVG without scripts, styles, links or fonts of its own
 * @example
 * drawArtwork({ shape: 'tile', id: wallet.id, text: initials(wallet.name) })
 */
export function drawArtwork(artwork: Artwork): string {
  const { shape, id } = artwork
  const seed = hash(id)
  const hue = seed % 360
  const turn = 26 + ((seed >>> 9) % 24)
  const start = colourOf({ hue, chroma: 0.18, luminance: luminanceOf.start })
  const end = colourOf({ hue: hue - turn, chroma: 0.18, luminance: luminanceOf.end })
  const middle = 'glyph' in artwork ? glyphs[artwork.glyph] : letters({ shape, text: artwork.text })
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 80 80">',
    `<defs>${gradient({ start, end })}${clip(shape)}</defs>`,
    outlines[shape],
    shape === 'coin' ? '' : `<g clip-path="url(#c)">${motif(seed)}</g>`,
    middle,
    '</svg>',
  ].join('')
}

function gradient({ start, end }: { start: string; end: string }): string {
  return `<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${start}"/><stop offset="1" stop-color="${end}"/></linearGradient>`
}

function clip(shape: ArtworkShape): string {
  return shape === 'coin' ? '' : `<clipPath id="c">${outlines[shape].replace(' fill="url(#g)"', '')}</clipPath>`
}

/** Black on the letters' ground, so that they can't take from its contrast. */
const motifs = [
  '<path d="M0 80 80 0v80z"/>',
  '<path d="M0 0h80L0 80z"/>',
  '<path d="M0 40h80v40H0z"/>',
  '<path d="M0 0h40v40H0zm40 40h40v40H40z"/>',
  '<path d="M0 14h80v14H0zm0 38h80v14H0z"/>',
  '<path d="M0 22l40 40 40-40v58H0z"/>',
  '<circle cx="40" cy="40" r="33"/>',
  '<circle cx="0" cy="80" r="62"/>',
] as const

/** A second mark that distinguishes two of a colour. */
const motif = (seed: number): string =>
  `<g fill="#000" fill-opacity=".2">${motifs[(seed >>> 11) % motifs.length] ?? ''}</g>`

function letters({ shape, text }: { shape: ArtworkShape; text: string }): string {
  const shown = [...text].slice(0, 6)
  const size = sizes[shape][Math.min(shown.length, sizes[shape].length) - 1] ?? 14
  const words = escaped(shown.join(''))
  return `<text x="40" y="40" dy=".355em" text-anchor="middle" font-family="Inter,ui-sans-serif,system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif" font-weight="700" font-size="${size}" letter-spacing="${shown.length > 1 ? '-.02em' : '0'}" fill="#fff">${words}</text>`
}

/** The text is untrusted: nothing of it may become markup, and it may hold only characters that XML allows. */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** FNV-1a, with its bits mixed once more so that ids that differ in one letter differ in every part. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  return (value ^ (value >>> 15)) >>> 0
}

const stroke = 'fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"'

/** Drawings in white, in a square of 80, for ways to connect that are no brand. */
export const glyphs = {
  browser: `<g ${stroke}><rect x="18" y="22" width="44" height="36" rx="7"/><path d="M18 34h44"/></g><g fill="#fff"><circle cx="25.5" cy="28.2" r="2"/><circle cx="32" cy="28.2" r="2"/></g>`,
  qr: `<g ${stroke}><rect x="20" y="20" width="15" height="15" rx="4"/><rect x="45" y="20" width="15" height="15" rx="4"/><rect x="20" y="45" width="15" height="15" rx="4"/></g><g fill="#fff"><rect x="43" y="43" width="6" height="6" rx="1.5"/><rect x="56" y="43" width="6" height="6" rx="1.5"/><rect x="49.5" y="49.5" width="6" height="6" rx="1.5"/><rect x="43" y="56" width="6" height="6" rx="1.5"/><rect x="56" y="56" width="6" height="6" rx="1.5"/></g>`,
  mail: `<g ${stroke}><rect x="17" y="24" width="46" height="33" rx="7"/><path d="M19.5 28.5 36.2 42a6 6 0 0 0 7.6 0l16.7-13.5"/></g>`,
} as const

export type GlyphName = keyof typeof glyphs
