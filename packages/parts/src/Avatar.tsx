import type { ReactNode } from 'react'
import { AvatarLights } from './AvatarLights.js'
import { part } from './part.js'
import { imageUrl } from './urls.js'

export interface AvatarProps {
  /** Decides the colours; an account looks the same everywhere. */
  address: string
  /** The account's own picture, where a name service knows one. */
  src?: string | undefined
  /** 36 px in a row, 64 by itself. */
  size?: 'md' | 'lg' | undefined
}

/** An account's sign: its own picture, or else the lights of its address. */
export function Avatar({ address, src, size = 'lg' }: AvatarProps): ReactNode {
  const url = imageUrl(src)
  return (
    <span aria-hidden="true" {...part({ name: 'avatar', states: { size } })}>
      {url ? (
        <img src={url} alt="" draggable={false} referrerPolicy="no-referrer" />
      ) : (
        <AvatarLights address={address} />
      )}
    </span>
  )
}
