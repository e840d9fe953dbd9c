import type { ReactNode } from 'react'
import { part } from './part.js'

/** Stands for a picture that isn't there: initials on a colour and a pattern, all of which the name decides. */
export function Tile({ name }: { readonly name: string }): ReactNode {
  const seed = hashOf(name)
  const hue = seed % 360
  return (
    <svg {...part({ name: 'tile' })} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <rect width="40" height="40" fill={`oklch(0.52 0.15 ${hue})`} />
      {/* Darker than its ground, so that the letters stand out from both. */}
      <path
        d={patterns[(seed >>> 9) % 3]}
        transform={`rotate(${((seed >>> 12) % 4) * 90} 20 20)`}
        fill={`oklch(0.42 0.13 ${hue + 30})`}
      />
      <text x="20" y="20" dy="0.36em" textAnchor="middle" fill="#fff" fontSize="16" fontWeight="700">
        {initials(name)}
      </text>
    </svg>
  )
}

/** Half of the tile, half of it across, and a corner: each in four directions. */
const patterns = ['M0 20h40v20H0z', 'M0 0h40L0 40z', 'M0 0h28A28 28 0 0 1 0 28z']

/** FNV-1a, its bits mixed once more: names that differ in a letter differ in everything. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** The first letters of two words, or of a word's two humps, in any script. The word that most names end in distinguishes none of them. */
function initials(name: string): string {
  const words = name.replace(/(.) wallet$/i, '$1').match(/\p{Lu}?[\p{Ll}\p{Lo}\p{N}]+|\p{Lu}+/gu) ?? ['?']
  return words
    .slice(0, 2)
    .map(([first]) => first)
    .join('')
    .toUpperCase()
}
