import type { ReactNode } from 'react'
import { Tile } from './Tile.js'
import { usePicture } from './usePicture.js'

export interface PictureProps {
  /** The address of the picture; http, https or image data. */
  src: string | undefined
  /** The name that decides the tile for a picture that is missing or doesn't load. */
  name: string
}

/** A picture from outside, with the initial in its place where there is none. */
export function Picture({ src, name }: PictureProps): ReactNode {
  return usePicture(src) ?? <Tile name={name} />
}
