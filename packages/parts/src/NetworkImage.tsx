import type { ReactNode } from 'react'
import { part } from './part.js'
import { usePicture } from './usePicture.js'

export interface NetworkImageProps {
  name: string
  src?: string | undefined
  /** 20 px in a chip, 36 in a row, 80 by itself. */
  size?: 'chip' | 'row' | 'lg' | undefined
}

/** A network's picture; without one its initial on a quiet ground, as the buttons in the page show it. */
export function NetworkImage({ name, src, size = 'row' }: NetworkImageProps): ReactNode {
  const picture = usePicture(src)
  return (
    <span
      aria-hidden="true"
      data-initial={picture ? undefined : [...name][0]}
      {...part({ name: 'network-image', states: { size } })}
    >
      {picture}
    </span>
  )
}
