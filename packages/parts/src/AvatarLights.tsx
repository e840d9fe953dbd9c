import { type ReactNode, useId } from 'react'

/** An account's sign: light of four colours that its address decides. Drawn by attributes alone, so a server may. */
export function AvatarLights({ address }: { readonly address: string }): ReactNode {
  const id = `${useId().replace(/\W/g, '')}-${hashOf(address).toString(36)}`
  const { ground, lights } = avatarColours(address)
  return (
    <svg viewBox="0 0 64 64" focusable="false" aria-hidden="true">
      <defs>
        {lights.map(({ colour }, index) => (
          <radialGradient key={colour} id={`${id}-${index}`}>
            <stop offset="0" stopColor={colour} />
            <stop offset="0.35" stopColor={colour} stopOpacity="0.85" />
            <stop offset="1" stopColor={colour} stopOpacity="0" />
          </radialGradient>
        ))}
      </defs>
      <rect width="64" height="64" fill={ground} />
      {lights.map(({ colour, x, y }, index) => (
        <circle key={colour} cx={x} cy={y} r="40" fill={`url(#${id}-${index})`} />
      ))}
    </svg>
  )
}

export interface AvatarColours {
  readonly ground: string
  readonly lights: readonly { readonly colour: string; readonly x: number; readonly y: number }[]
}

/** Four hues around the circle from where the address points, of equal lightness, so that none shouts. */
export function avatarColours(address: string): AvatarColours {
  const hash = hashOf(address)
  const first = hash % 360
  const turn = ((hash >>> 9) % 360) * (Math.PI / 180)
  const stride = 30 + ((hash >>> 18) % 22)
  const colour = (step: number): string => `oklch(0.83 0.125 ${(first + step * stride) % 360})`
  return {
    ground: colour(0),
    lights: [1, 2, 3].map((step) => {
      const angle = turn + (step * 2 * Math.PI) / 3
      return { colour: colour(step), x: around(angle, Math.cos), y: around(angle, Math.sin) }
    }),
  }
}

function around(angle: number, along: (angle: number) => number): number {
  return Math.round((32 + 27 * along(angle)) * 10) / 10
}

/** A 32-bit FNV-1a hash, for colours only. One account has one colour, however its hexadecimal address is cased. */
export function hashOf(text: string): number {
  const canonical = /^0x/i.test(text) ? text.toLowerCase() : text
  let hash = 0x811c9dc5
  for (let index = 0; index < canonical.length; index += 1) {
    hash = Math.imul(hash ^ canonical.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
