import type { ReactNode } from 'react'
import { Picture } from './Picture.js'
import { part } from './part.js'

/** 20 px in a chip, 36 in a row, 48 and 80 on their own. */
export type NetworkImageSize = 'chip' | 'row' | 'md' | 'lg'

export interface NetworkImageProps {
  name: string
  src?: string | undefined
  size?: NetworkImageSize | undefined
}

export function NetworkImage({ name, src, size = 'row' }: NetworkImageProps): ReactNode {
  return (
    <span aria-hidden="true" {...part({ name: 'network-image', states: { size } })}>
      <Picture src={src} name={name} />
    </span>
  )
}
