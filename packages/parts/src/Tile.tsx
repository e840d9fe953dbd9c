import type { ReactNode } from 'react'
import { part } from './part.js'

export interface TileProps {
  name: string
}

/** Stands for a picture that isn't there: the initial, on a colour that the name decides. */
export function Tile({ name }: TileProps): ReactNode {
  const initial = firstLetter(name)
  return (
    <svg {...part({ name: 'tile' })} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <rect width="40" height="40" fill={`oklch(0.56 0.15 ${hueOf(name)})`} />
      <text x="20" y="20" dy="0.36em" textAnchor="middle" fill="#fff" fontSize="17" fontWeight="700">
        {initial}
      </text>
    </svg>
  )
}

function hueOf(name: string): number {
  let hue = 0
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return hue
}

/** A letter or digit of any script, whole (a surrogate pair is one letter). */
function firstLetter(name: string): string {
  return name.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '?'
}
