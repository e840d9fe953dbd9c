import { type ReactNode, useId } from 'react'
import { hashOf } from './hash.js'
import { part } from './part.js'
import { imageUrl } from './urls.js'

export interface AvatarProps {
  /** Decides the colours; an account looks the same everywhere. */
  address: string
  /** The account's own picture, where a name service knows one. */
  src?: string | undefined
  /** 20 px in a chip, 36 in a row, 64 on its own. */
  size?: 'sm' | 'md' | 'lg' | undefined
}

/** An account's sign: light of four colours that its address decides. Drawn by attributes alone, so a server may. */
export function Avatar({ address, src, size = 'lg' }: AvatarProps): ReactNode {
  const id = `${useId().replace(/\W/g, '')}-${hashOf(address).toString(36)}`
  const url = imageUrl(src)
  return (
    <span aria-hidden="true" {...part({ name: 'avatar', states: { size } })}>
      {url ? <img src={url} alt="" draggable={false} referrerPolicy="no-referrer" /> : drawn({ address, id })}
    </span>
  )
}

function drawn({ address, id }: { address: string; id: string }): ReactNode {
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
