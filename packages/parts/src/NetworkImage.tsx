import type { ReactNode } from 'react'
import { part } from './part.js'
import { usePicture } from './usePicture.js'

/** 20 px in a chip, 36 in a row, 48 and 80 on their own. */
export type NetworkImageSize = 'chip' | 'row' | 'md' | 'lg'

export interface NetworkImageProps {
  name: string
  src?: string | undefined
  size?: NetworkImageSize | undefined
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
